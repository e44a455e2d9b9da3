import { describe, expect, it } from '@jest/globals';
import { channel, graph, list, submit, template } from './template-support.js';

const category = 'authentication';
const button = { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE' }] };
const ours = (values: Parameters<typeof template>[1] = {}) => template('Code {{1}}', { category, ...values });

/** Meta lists the button as a link. */
const link = (kind: string) => ({
  type: 'BUTTONS',
  buttons: [{ type: 'URL', url: `https://www.whatsapp.com/otp/code/?otp_type=${kind}&code=otp{{1}}` }],
});

describe('submitting a template for authentication', () => {
  it('sends no text, and a button that copies the code', async () => {
    const { url, requests } = await graph();
    await submit(ours(), channel, { baseUrl: url });
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      name: 'order_update',
      language: 'en',
      category: 'AUTHENTICATION',
      components: [{ type: 'BODY', add_security_recommendation: false }, button],
    });
  });

  it('sends the advice and the validity of the code', async () => {
    const { url, templates } = await graph();
    const authentication = { addSecurityRecommendation: true, codeExpirationMinutes: 10 };
    await submit(ours({ authentication }), channel, { baseUrl: url });
    expect(templates[0]?.components).toEqual([
      { type: 'BODY', add_security_recommendation: true },
      { type: 'FOOTER', code_expiration_minutes: 10 },
      button,
    ]);
  });

  it('finds the template of an interrupted attempt, although Meta has written its text', async () => {
    const { url, templates, requests } = await graph();
    templates.push({
      ...{ id: '3', name: 'order_update', language: 'en', status: 'APPROVED', category: 'AUTHENTICATION' },
      components: [{ type: 'BODY', text: '*{{1}}* is your verification code.' }, link('COPY_CODE')],
    });
    const again = ours({ mayExist: true });
    expect(await submit(again, channel, { baseUrl: url })).toMatchObject({ vendorId: '3' });
    expect(requests.map(({ method }) => method)).toEqual(['GET']);
    await expect(submit({ ...again, category: 'utility' }, channel, { baseUrl: url })).rejects.toMatchObject({
      code: 'template_exists',
    });
    expect(await list(null, channel, { baseUrl: url })).toMatchObject({
      templates: [{ category, hasMore: false, content: { buttons: [{ type: 'otp' }] } }],
    });
  });

  it('lists other buttons for a code as more than a text, because an edit would replace them', async () => {
    const { url, templates } = await graph();
    templates.push({
      ...{ id: '4', name: 'one_tap', language: 'en', status: 'APPROVED', category: 'AUTHENTICATION' },
      components: [{ type: 'BODY', text: '*{{1}}* is your verification code.' }, link('ONE_TAP')],
    });
    expect(await list(null, channel, { baseUrl: url })).toMatchObject({
      templates: [{ category, hasMore: true, content: { buttons: [{ type: 'url' }] } }],
    });
  });

  it('repeats an interrupted edit, because Meta does not show the validity of the code', async () => {
    const { url, requests } = await graph();
    const { vendorId } = await submit(ours(), channel, { baseUrl: url });
    const registered = { vendorId, category };
    await submit(ours({ registered, mayExist: true }), channel, { baseUrl: url });
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST']);
  });
});
