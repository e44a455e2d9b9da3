import { describe, expect, it } from '@jest/globals';
import { SendError } from '../../src/index.js';
import { whatsappChannel } from '../support/ingress-request.js';
import { BUSINESS_ACCOUNT_ID, respond } from '../support/template-graph.js';
import { channel, graph, submit, template } from './template-support.js';

describe('submitting a template', () => {
  it('creates it in the business account, and returns its id and status', async () => {
    const { url, requests } = await graph();
    expect(await submit(template('Thank you.'), channel, { baseUrl: url })).toEqual({
      vendorId: '594425479261596',
      category: 'utility',
      state: { status: 'pending', rejectionReason: null },
    });
    expect(requests).toMatchObject([
      {
        method: 'POST',
        path: `/v24.0/${BUSINESS_ACCOUNT_ID}/message_templates`,
        headers: { authorization: 'Bearer graph-token' },
      },
    ]);
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      name: 'order_update',
      language: 'en',
      category: 'UTILITY',
      components: [{ type: 'BODY', text: 'Thank you.' }],
    });
  });

  it.each<[string, string, { parameter_format?: string; text: string; example: object }]>([
    [
      'names that Meta accepts',
      'Hi {{first_name}}, {{order}}.',
      {
        parameter_format: 'NAMED',
        text: 'Hi {{first_name}}, {{order}}.',
        example: {
          body_text_named_params: [
            { param_name: 'first_name', example: 'example of first_name' },
            { param_name: 'order', example: 'example of order' },
          ],
        },
      },
    ],
    [
      'numbers, in their order',
      'Hi {{2}}, {{1}}.',
      { text: 'Hi {{2}}, {{1}}.', example: { body_text: [['example of 1', 'example of 2']] } },
    ],
    [
      'other names as numbers',
      'Hi {{firstName}}, {{größe}}, {{firstName}}.',
      {
        text: 'Hi {{1}}, {{2}}, {{1}}.',
        example: { body_text: [['example of firstName', 'example of größe']] },
      },
    ],
  ])('writes %s, with examples', async (_, text, { parameter_format, ...component }) => {
    const { url, requests } = await graph();
    await submit(template(text), channel, { baseUrl: url });
    const body = JSON.parse(requests[0]?.body ?? '');
    expect(body.components).toEqual([{ type: 'BODY', ...component }]);
    expect(body.parameter_format).toBe(parameter_format);
  });

  it('edits a registered template; its category is sent only if it is another one', async () => {
    const { url, requests } = await graph();
    const { vendorId } = await submit(template('Hi.'), channel, { baseUrl: url });
    const registered = { vendorId, category: 'utility' };
    expect(await submit(template('Ho.', { registered }), channel, { baseUrl: url })).toEqual({ vendorId });
    await submit(template('Ho.', { registered, category: 'marketing' }), channel, { baseUrl: url });
    expect(requests.slice(1).map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
      [`/v24.0/${vendorId}`, { components: [{ type: 'BODY', text: 'Ho.' }] }],
      [`/v24.0/${vendorId}`, { category: 'MARKETING', components: [{ type: 'BODY', text: 'Ho.' }] }],
    ]);
  });

  it('finds the template of an interrupted attempt by its name and language', async () => {
    const { url, templates, requests } = await graph();
    templates.push(
      { id: '1', name: 'order_update_two', language: 'en', status: 'APPROVED' },
      { id: '2', name: 'order_update', language: 'de', status: 'APPROVED' },
      {
        ...{ id: '3', name: 'order_update', language: 'en', status: 'REJECTED', rejected_reason: 'SCAM' },
        components: [{ type: 'BODY', text: 'Hi.' }],
      },
    );
    expect(await submit(template('Hi.', { mayExist: true }), channel, { baseUrl: url })).toEqual({
      vendorId: '3',
      category: 'unknown',
      state: { status: 'rejected', rejectionReason: 'SCAM' },
    });
    expect(requests.map(({ method }) => method)).toEqual(['GET']);
    const other = template('Hi.', { mayExist: true, language: 'fr' });
    expect(await submit(other, channel, { baseUrl: url })).toMatchObject({ vendorId: '594425479261599' });
  });

  it('finds the template of an interrupted attempt on a later page', async () => {
    const { url, templates, requests } = await graph();
    const components = [{ type: 'BODY', text: 'Hi.' }];
    for (let number = 0; number < 30; number += 1)
      templates.push({ id: `${number}`, name: `order_update_${number}`, language: 'en', status: 'APPROVED' });
    templates.push({ id: '99', name: 'order_update', language: 'en', status: 'PENDING', components });
    const again = template('Hi.', { mayExist: true });
    expect(await submit(again, channel, { baseUrl: url })).toMatchObject({ vendorId: '99' });
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'GET']);
  });

  it.each([
    ['another text', [{ type: 'BODY', text: 'Theirs.' }]],
    [
      'a footer',
      [
        { type: 'BODY', text: 'Hi.' },
        { type: 'FOOTER', text: 'Bye.' },
      ],
    ],
  ])('does not take a template with %s for that of an interrupted attempt', async (_, components) => {
    const { url, templates, requests } = await graph();
    templates.push({ id: '3', name: 'order_update', language: 'en', status: 'APPROVED', components });
    const again = submit(template('Hi.', { mayExist: true }), channel, { baseUrl: url });
    await expect(again).rejects.toMatchObject({ code: 'template_exists', retryable: false });
    expect(requests.map(({ method }) => method)).toEqual(['GET']);
  });

  it('looks again for the template of an interrupted attempt when Meta says that it exists', async () => {
    let isListed = false;
    const { url, templates, requests } = await graph(({ method, response }) => {
      if (method === 'GET' && !isListed) respond(response, 200, { data: [] });
      else isListed = true;
      return method === 'GET' && !isListed;
    });
    const components = [{ type: 'BODY', text: 'Hi.' }];
    templates.push({ id: '3', name: 'order_update', language: 'en', status: 'PENDING', components });
    const again = template('Hi.', { mayExist: true });
    expect(await submit(again, channel, { baseUrl: url })).toMatchObject({ vendorId: '3' });
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
  });

  it('does not edit a template again that an interrupted attempt has edited', async () => {
    const { url, templates, requests } = await graph();
    const components = [{ type: 'BODY', text: 'Ho.' }];
    templates.push({
      ...{ id: '3', name: 'order_update', language: 'en', status: 'APPROVED', category: 'UTILITY' },
      components,
    });
    const registered = { vendorId: '3', category: 'utility' };
    const again = (text: string) =>
      submit(template(text, { registered, mayExist: true }), channel, { baseUrl: url });
    expect(await again('Ho.')).toEqual({
      vendorId: '3',
      category: 'utility',
      state: { status: 'approved', rejectionReason: null },
    });
    expect(await again('Hu.')).toEqual({ vendorId: '3' });
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'POST']);
  });

  it('writes a language as the Graph API does, also in the lookup', async () => {
    const { url, templates, requests } = await graph();
    const written = { language: 'pt-BR' };
    const { vendorId } = await submit(template('Oi.', written), channel, { baseUrl: url });
    expect(templates).toMatchObject([{ language: 'pt_BR' }]);
    const again = template('Oi.', { ...written, mayExist: true });
    expect(await submit(again, channel, { baseUrl: url })).toMatchObject({ vendorId });
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
  });

  it.each([
    [400, { code: 100, error_subcode: 2388024, error_user_msg: 'Exists.' }, 'template_exists', 'Exists.'],
    [400, { code: 100, error_subcode: 2388023 }, 'template_exists', 'Failed'],
    [400, { code: 100, error_subcode: 2388019 }, 'template_limit_reached', 'Failed'],
    [400, { code: 100, error_user_msg: 'Add an example.' }, 'invalid_template', 'Add an example.'],
    [400, { code: 100, error_subcode: 33 }, 'permission_denied', 'Failed'],
    [400, { code: 100, error_user_msg: 'x'.repeat(600) }, 'invalid_template', 'x'.repeat(500)],
    [401, { code: 190 }, 'credentials_refused', 'Failed'],
    [403, { code: 200 }, 'permission_denied', 'Failed'],
    [400, { code: 131009 }, '131009', 'Failed'],
  ])('status %s with %j is %s, which no retry resolves', async (status, error, code, message) => {
    const { url } = await graph(({ response }) => {
      respond(response, status, { error: { message: 'Failed', ...error } });
      return true;
    });
    const refusal = await submit(template('Hi.'), channel, { baseUrl: url }).catch((reason) => reason);
    expect(refusal).toBeInstanceOf(SendError);
    expect(refusal).toMatchObject({ code, message, retryable: false });
  });

  it('a rate limit is retried', async () => {
    const { url } = await graph(({ response }) => {
      respond(response, 400, { error: { message: 'Too many calls', code: 80008 } });
      return true;
    });
    await expect(submit(template('Hi.'), channel, { baseUrl: url })).rejects.toMatchObject({
      code: '80008',
      retryable: true,
    });
  });

  it('is not possible without a business account, or with a response without an id', async () => {
    await expect(submit(template('Hi.'), whatsappChannel)).rejects.toMatchObject({
      code: 'channel_not_configured',
    });
    const { url } = await graph(({ response }) => {
      respond(response, 200, {});
      return true;
    });
    await expect(submit(template('Hi.'), channel, { baseUrl: url })).rejects.toMatchObject({
      code: 'unreadable_answer',
    });
  });
});
