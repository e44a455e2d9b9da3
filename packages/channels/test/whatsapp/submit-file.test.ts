import { describe, expect, it } from '@jest/globals';
import type { TemplateSample } from '../../src/index.js';
import { whatsappChannel } from '../support/ingress-request.js';
import { BUSINESS_ACCOUNT_ID, respond } from '../support/template-graph.js';
import { channel, graph, list, submit, template } from './template-support.js';

const sample: TemplateSample = {
  name: 'menu & prices.pdf',
  contentType: 'application/pdf',
  size: 8,
  async *readChunks() {
    yield Buffer.from('%PDF');
    yield Buffer.from('-1.7');
  },
};
const body = { type: 'BODY', text: 'Hi.' };
const header = (format: string) => ({ type: 'HEADER', format, example: { header_handle: ['4::handle'] } });

describe('submitting a template with a file', () => {
  it('uploads the bytes in a session of the app, and names their handle in the header', async () => {
    const { url, requests, templates } = await graph();
    await submit(template('Hi.', { sample }), channel, { baseUrl: url });
    expect(requests).toMatchObject([
      {
        method: 'POST',
        path: '/v24.0/77/uploads?file_name=sample.pdf&file_length=8&file_type=application%2Fpdf',
        headers: { authorization: 'Bearer graph-token' },
      },
      {
        method: 'POST',
        path: '/v24.0/upload:session?sig=A1',
        headers: { authorization: 'OAuth graph-token', file_offset: '0', 'content-length': '8' },
        body: '%PDF-1.7',
      },
      { method: 'POST', path: `/v24.0/${BUSINESS_ACCOUNT_ID}/message_templates` },
    ]);
    expect(templates).toMatchObject([{ components: [header('DOCUMENT'), body] }]);
  });

  it.each([
    ['image/jpeg', 'IMAGE'],
    ['image/png', 'IMAGE'],
    ['video/mp4', 'VIDEO'],
  ])('%s is a header of the format %s, which a list shows as a file', async (contentType, format) => {
    const { url, templates } = await graph();
    await submit(template('Hi.', { sample: { ...sample, contentType } }), channel, { baseUrl: url });
    expect(templates).toMatchObject([{ components: [header(format), body] }]);
    expect(await list(null, channel, { baseUrl: url })).toMatchObject({
      templates: [{ hasFile: true, hasMore: false, content: { header: { type: format.toLowerCase() } } }],
    });
  });

  it('finds the template of an interrupted attempt only if its header is a file, too', async () => {
    const { url, templates, requests } = await graph();
    const again = { mayExist: true };
    const { vendorId } = await submit(template('Hi.', { sample }), channel, { baseUrl: url });
    expect(await submit(template('Hi.', { sample, ...again }), channel, { baseUrl: url })).toMatchObject({
      vendorId,
    });
    expect(requests.slice(3).map(({ method }) => method)).toEqual(['GET']);
    await expect(submit(template('Hi.', again), channel, { baseUrl: url })).rejects.toMatchObject({
      code: 'template_exists',
    });
    expect(templates).toHaveLength(1);
  });

  it('repeats an interrupted edit, because Meta does not show whether it has the new file', async () => {
    const { url, requests } = await graph();
    const { vendorId } = await submit(template('Hi.', { sample }), channel, { baseUrl: url });
    const registered = { vendorId, category: 'utility' };
    const again = template('Hi.', { sample, registered, mayExist: true });
    expect(await submit(again, channel, { baseUrl: url })).toEqual({ vendorId });
    expect(requests.slice(3).map(({ method }) => method)).toEqual(['GET', 'POST', 'POST', 'POST']);
    expect(JSON.parse(requests.at(-1)?.body ?? '')).toEqual({ components: [header('DOCUMENT'), body] });
  });

  it.each([
    ['the session', '/v24.0/77/uploads'],
    ['the bytes', '/v24.0/upload:session'],
  ])('creates no template when %s are refused, or get no id', async (_, refused) => {
    const answers = [
      { status: 403, answer: { error: { message: 'No', code: 200 } }, code: 'permission_denied' },
      { status: 200, answer: {}, code: 'unreadable_answer' },
    ];
    for (const { status, answer, code } of answers) {
      const { url, templates } = await graph(({ pathname, response }) => {
        if (pathname === refused) respond(response, status, answer);
        return pathname === refused;
      });
      const submitted = submit(template('Hi.', { sample }), channel, { baseUrl: url });
      await expect(submitted).rejects.toMatchObject({ code });
      expect(templates).toEqual([]);
    }
  });

  it('is not possible without the app', async () => {
    const { url, requests } = await graph();
    const settings = { ...(channel.settings as object), appId: undefined };
    const without = { ...whatsappChannel, settings };
    await expect(submit(template('Hi.', { sample }), without, { baseUrl: url })).rejects.toMatchObject({
      code: 'channel_not_configured',
    });
    expect(requests).toEqual([]);
  });
});
