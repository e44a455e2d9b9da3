import { afterEach, describe, expect, it } from '@jest/globals';
import { adapterFor, type OutboundMessage } from '../../src/index.js';
import { mediaMessages } from '../payloads/whatsapp.js';
import { jsonRequest, whatsappChannel } from '../support/ingress-request.js';
import { attachment, MESSAGE_ID, outbound } from '../support/outbound-message.js';
import { answerJson, type Provider, startProvider } from '../support/provider-server.js';

const whatsapp = adapterFor('whatsapp');
const accepted = {
  messaging_product: 'whatsapp',
  messages: [{ id: 'wamid.OUT', message_status: 'accepted' }],
};
const envelope = {
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to: '16505551234',
  biz_opaque_callback_data: MESSAGE_ID,
};

let graph: Provider | undefined;
afterEach(() => graph?.stop());

async function sentBody(message: OutboundMessage): Promise<unknown> {
  graph = await startProvider(answerJson(200, accepted));
  const result = await whatsapp.send(message, whatsappChannel, { baseUrl: graph.url });
  expect(result).toEqual({ vendorId: 'wamid.OUT', walk: ['sent'] });
  return JSON.parse(graph.requests[0]?.body ?? '');
}

describe('sending by WhatsApp', () => {
  it('posts a text to the messages of the phone number, with the token as bearer', async () => {
    expect(await sentBody(outbound())).toEqual({ ...envelope, type: 'text', text: { body: 'Hello' } });
    expect(graph?.requests[0]).toMatchObject({
      method: 'POST',
      path: '/v24.0/106540352242922/messages',
      headers: { authorization: 'Bearer graph-token', 'content-type': 'application/json' },
    });
  });

  it.each([
    ['image', { link: 'https://parley.example/files/abc', caption: 'Look' }],
    ['video', { link: 'https://parley.example/files/abc', caption: 'Look' }],
    ['document', { link: 'https://parley.example/files/abc', caption: 'Look', filename: 'photo.jpg' }],
  ] as const)('sends a %s by link, with its caption', async (type, media) => {
    const message = outbound({ type, text: 'Look', attachments: [attachment({ type })] });
    expect(await sentBody(message)).toEqual({ ...envelope, type, [type]: media });
  });

  it('sends audio by link', async () => {
    const message = outbound({ type: 'audio', text: null, attachments: [attachment({ type: 'audio' })] });
    expect(await sentBody(message)).toMatchObject({
      type: 'audio',
      audio: { link: 'https://parley.example/files/abc' },
    });
  });

  it('answers a message in its context', async () => {
    expect(await sentBody(outbound({ inReplyTo: 'wamid.Q' }))).toMatchObject({
      context: { message_id: 'wamid.Q' },
    });
  });

  it('reaches a customer without a number by the business-scoped id', async () => {
    const to = { handleType: 'phone_number', value: 'US.13491208655302741918' } as const;
    const body = await sentBody(outbound({ to }));
    expect(body).toMatchObject({ recipient: 'US.13491208655302741918' });
    expect(body).not.toHaveProperty('to');
  });

  it('uses the base URL and version of the settings', async () => {
    graph = await startProvider(answerJson(200, accepted));
    const settings = { phoneNumberId: '1', baseUrl: `${graph.url}/proxy/`, apiVersion: 'v25.0' };
    await whatsapp.send(outbound(), { ...whatsappChannel, settings });
    expect(graph.requests[0]?.path).toBe('/proxy/v25.0/1/messages');
  });
});

describe('sending a template by WhatsApp', () => {
  const template = { name: 'order_update', language: 'en_US', placeholders: [], variables: {} };
  const sent = (changes: object) =>
    sentBody(outbound({ type: 'template', text: 'rendered', template: { ...template, ...changes } }));

  it('without placeholders has no components', async () => {
    expect(await sent({ variables: { unused: 'x' } })).toEqual({
      ...envelope,
      type: 'template',
      template: { name: 'order_update', language: { code: 'en_US' } },
    });
  });

  it('fills numbered placeholders in the order of their numbers', async () => {
    const placeholders = ['2', '1', '10'];
    expect(await sent({ placeholders, variables: { 1: 'Ann', 2: 'A-7', 10: 'ten' } })).toMatchObject({
      template: {
        components: [
          {
            type: 'body',
            parameters: [
              { type: 'text', text: 'Ann' },
              { type: 'text', text: 'A-7' },
              { type: 'text', text: 'ten' },
            ],
          },
        ],
      },
    });
  });

  it('names named placeholders', async () => {
    expect(await sent({ placeholders: ['first_name'], variables: { first_name: 'Ann' } })).toMatchObject({
      template: {
        components: [
          { type: 'body', parameters: [{ type: 'text', parameter_name: 'first_name', text: 'Ann' }] },
        ],
      },
    });
  });

  it('numbers names that Meta does not know, in the order of the text', async () => {
    const variables = { 'contact.name': 'Ann', order: 'A-7' };
    expect(await sent({ placeholders: ['order', 'contact.name'], variables })).toMatchObject({
      template: {
        components: [
          {
            type: 'body',
            parameters: [
              { type: 'text', text: 'A-7' },
              { type: 'text', text: 'Ann' },
            ],
          },
        ],
      },
    });
  });

  it('fills header, link button and quick reply apart from the body', async () => {
    const parts = {
      header: { type: 'text', placeholders: ['1'] },
      placeholders: ['1'],
      buttons: [
        { type: 'quick_reply', payload: 'stop' },
        { type: 'url', placeholders: ['1'] },
      ],
      variables: { 1: 'Ann', 'header.1': 'A-7', 'button.1.1': 'a7' },
    };
    expect(await sent(parts)).toMatchObject({
      template: {
        components: [
          { type: 'header', parameters: [{ type: 'text', text: 'A-7' }] },
          { type: 'body', parameters: [{ type: 'text', text: 'Ann' }] },
          {
            type: 'button',
            sub_type: 'quick_reply',
            index: '0',
            parameters: [{ type: 'payload', payload: 'stop' }],
          },
          { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: 'a7' }] },
        ],
      },
    });
  });

  it('puts media into the header by link', async () => {
    const header = { type: 'document', url: 'https://shop.example/a.pdf', name: 'a.pdf' };
    expect(await sent({ header })).toMatchObject({
      template: {
        components: [
          {
            type: 'header',
            parameters: [{ type: 'document', document: { link: header.url, filename: 'a.pdf' } }],
          },
        ],
      },
    });
  });

  it.each([{}, { constructor_: 'x' }])(
    'a missing value is told before anything is sent (%p)',
    async (variables) => {
      const message = outbound({ template: { ...template, placeholders: ['constructor'], variables } });
      await expect(whatsapp.send(message, whatsappChannel)).rejects.toMatchObject({
        code: 'missing_variable',
        retryable: false,
        message: 'The template needs a value for {{constructor}}.',
      });
    },
  );
});

describe('what WhatsApp cannot send', () => {
  it.each([
    ['empty_message', outbound({ text: null })],
    ['too_many_attachments', outbound({ attachments: [attachment(), attachment()] })],
    ['attachment_without_url', outbound({ attachments: [attachment({ url: null })] })],
    ['caption_not_supported', outbound({ attachments: [attachment({ type: 'audio' })] })],
  ])('%s: refused for good and never sent', async (code, message) => {
    await expect(whatsapp.send(message, whatsappChannel)).rejects.toMatchObject({
      name: 'SendError',
      code,
      retryable: false,
      mayHaveBeenSent: false,
    });
  });

  it.each([
    ['phoneNumberId', { ...whatsappChannel, settings: {} }],
    ['accessToken', { ...whatsappChannel, secrets: null }],
  ])('channel_not_configured: names the missing %s', async (name, channel) => {
    await expect(whatsapp.send(outbound(), channel)).rejects.toMatchObject({
      code: 'channel_not_configured',
      message: `The channel has no ${name}.`,
      retryable: false,
    });
  });
});

describe('attachments received by WhatsApp', () => {
  async function receivedAttachment() {
    const [item] = await whatsapp.parseInbound(jsonRequest(mediaMessages.image), whatsappChannel);
    const found = item?.kind === 'message' ? item.attachments[0] : undefined;
    if (found?.url === undefined) throw new Error('The payload has a linked attachment.');
    return found;
  }

  it.each([
    ['image/jpeg', 'image/jpeg'],
    ['Audio/OGG; codecs=opus', 'audio/ogg'],
    ['application/octet-stream', null],
    ['"><script>', null],
  ])('are downloaded through the media node, with the token both times (%s)', async (told, contentType) => {
    graph = await startProvider((response, request) => {
      if (request.url === '/v24.0/1003383421387256') {
        answerJson(200, { url: `http://${request.headers.host}/cdn/photo`, mime_type: 'image/jpeg' })(
          response,
          request,
        );
      } else {
        response.writeHead(200, { 'content-type': told }).end('bytes');
      }
    });
    const fetched = await whatsapp.fetchAttachment?.(await receivedAttachment(), whatsappChannel, {
      baseUrl: graph.url,
    });
    expect(fetched).toEqual({ content: Buffer.from('bytes'), contentType });
    expect(graph.requests.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/v24.0/1003383421387256', 'Bearer graph-token'],
      ['/cdn/photo', 'Bearer graph-token'],
    ]);
  });

  it('gone from the provider: its own error', async () => {
    const error = { message: 'Unsupported get request', code: 100, type: 'GraphMethodException' };
    graph = await startProvider(answerJson(400, { error }));
    await expect(
      whatsapp.fetchAttachment?.(await receivedAttachment(), whatsappChannel, { baseUrl: graph.url }),
    ).rejects.toMatchObject({ code: '100', message: 'Unsupported get request', retryable: false });
  });

  it('larger than the service stores: refused, not read to the end', async () => {
    graph = await startProvider((response, request) => {
      if (request.url?.startsWith('/v24.0/')) {
        answerJson(200, { url: `http://${request.headers.host}/endless` })(response, request);
        return;
      }
      const pump = () => {
        while (response.write(Buffer.alloc(64 * 1024)));
      };
      response.on('drain', pump);
      pump();
    });
    await expect(
      whatsapp.fetchAttachment?.(await receivedAttachment(), whatsappChannel, { baseUrl: graph.url }),
    ).rejects.toMatchObject({ code: 'file_too_large', retryable: false });
  });
});
