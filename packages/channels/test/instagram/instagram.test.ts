import { afterEach, describe, expect, it } from '@jest/globals';
import { adapterFor, type InboundItem } from '../../src/index.js';
import * as payloads from '../payloads/instagram.js';
import { instagramChannel, jsonRequest } from '../support/ingress-request.js';
import { attachment, outbound } from '../support/outbound-message.js';
import { type Provider, respondWithJson, startProvider } from '../support/provider-server.js';

const { parseInbound, send } = adapterFor('instagram');
const parse = (payload: unknown): Promise<InboundItem[]> =>
  parseInbound(jsonRequest(payload), instagramChannel);

describe('Instagram messages', () => {
  it('a text becomes a message of the customer', async () => {
    expect(await parse(payloads.text)).toEqual([
      {
        kind: 'message',
        externalId: 'mid.T',
        from: { handleType: 'instagram', value: '6547000000000001' },
        type: 'text',
        text: 'Is it still there?',
        attachments: [],
        timestamp: new Date(1763112000123),
        echo: false,
        automated: false,
        subject: null,
      },
    ]);
  });

  it('a reply names the message that it quotes, and a reply to a story names none', async () => {
    expect(await parse(payloads.reply)).toMatchObject([{ externalId: 'mid.R', replyTo: 'mid.Q' }]);
    const [item] = await parse(payloads.storyReply);
    expect(item).toMatchObject({ externalId: 'mid.S', text: 'Nice' });
    expect(item).not.toHaveProperty('replyTo');
  });

  it('what is written in the Instagram app is an echo in the conversation with the customer', async () => {
    expect(await parse(payloads.echo)).toMatchObject([
      { externalId: 'mid.E', echo: true, from: { value: '6547000000000001' }, text: 'Yes, it is.' },
    ]);
  });

  it('an attachment decides the type, the text is its caption', async () => {
    expect(await parse(payloads.image)).toMatchObject([
      {
        type: 'image',
        text: 'This one',
        attachments: [{ type: 'image', url: 'https://cdn.example/i.jpg', needsCredentials: false }],
      },
    ]);
  });

  it.each([
    ['image', 'image'],
    ['video', 'video'],
    ['audio', 'audio'],
    ['file', 'document'],
    ['ig_reel', 'video'],
    ['share', 'document'],
    ['story_mention', 'document'],
    ['constructor', 'document'],
  ])('attachment %s is shown as %s', async (given, type) => {
    expect(await parse(payloads.attachmentOf(given))).toMatchObject([{ type, attachments: [{ type }] }]);
  });

  it('a quick reply and a postback say what was tapped', async () => {
    expect(await parse(payloads.quickReply)).toMatchObject([
      { type: 'text', text: 'Blue', reply: { id: 'COLOUR_BLUE', title: 'Blue' } },
    ]);
    expect(await parse(payloads.postback)).toMatchObject([
      { externalId: 'mid.P', text: 'Opening hours', reply: { id: 'HOURS', title: 'Opening hours' } },
    ]);
  });

  it('the form of the other login is read too', async () => {
    expect(await parse(payloads.changes)).toMatchObject([{ externalId: 'mid.C' }]);
  });

  it('links other than http and https are not attachments', async () => {
    const attachments = ['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x'].map((url) => ({
      type: 'image',
      payload: { url },
    }));
    expect(
      await parse(payloads.notification(payloads.fromCustomer({ message: { mid: 'm', attachments } }))),
    ).toEqual([]);
  });

  it('messages of another account are ignored', async () => {
    const other = { ...instagramChannel, settings: { accountId: '999' } };
    expect(await parseInbound(jsonRequest(payloads.text), other)).toEqual([]);
  });

  it.each(Object.entries(payloads.ignored))('%s is skipped and reported', async (_kind, payload) => {
    const passed: string[] = [];
    expect(
      await parseInbound(jsonRequest(payload), instagramChannel, { onSkip: (kind) => passed.push(kind) }),
    ).toEqual([]);
    expect(passed).toHaveLength(1);
  });
});

describe('Instagram receipts', () => {
  it('report which messages were read and delivered', async () => {
    expect(await parse(payloads.receipts)).toMatchObject([
      { kind: 'status', externalId: 'mid.OUT1', status: 'read', errors: [] },
      { kind: 'status', externalId: 'mid.OUT1', status: 'delivered' },
      { kind: 'status', externalId: 'mid.OUT2', status: 'delivered' },
    ]);
  });
});

describe('sending by Instagram', () => {
  const to = { handleType: 'instagram', value: '6547000000000001' } as const;
  let graph: Provider | undefined;
  afterEach(() => graph?.stop());

  it.each([
    ['text', outbound({ to }), { text: 'Hello' }],
    [
      'image',
      outbound({ to, text: null, attachments: [attachment()] }),
      { attachment: { type: 'image', payload: { url: 'https://parley.example/files/abc' } } },
    ],
    [
      'document',
      outbound({ to, text: null, attachments: [attachment({ type: 'document' })] }),
      { attachment: { type: 'file', payload: { url: 'https://parley.example/files/abc' } } },
    ],
  ])('posts a %s to the messages of the account', async (_kind, message, content) => {
    graph = await startProvider(respondWithJson(200, { recipient_id: to.value, message_id: 'mid.OUT' }));
    expect(await send(message, instagramChannel, { baseUrl: graph.url })).toEqual({
      vendorId: 'mid.OUT',
      walk: ['sent'],
    });
    const [request] = graph.requests;
    expect(request).toMatchObject({
      path: '/v24.0/17841400000000001/messages',
      headers: { authorization: 'Bearer graph-token' },
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({ recipient: { id: to.value }, message: content });
  });

  it('replies to a message', async () => {
    graph = await startProvider(respondWithJson(200, { recipient_id: to.value, message_id: 'mid.OUT' }));
    await send(outbound({ to, inReplyTo: 'mid.Q' }), instagramChannel, { baseUrl: graph.url });
    expect(JSON.parse(graph.requests[0]?.body ?? '')).toEqual({
      recipient: { id: to.value },
      message: { text: 'Hello' },
      reply_to: { mid: 'mid.Q' },
    });
  });

  it.each([
    ['empty_message', outbound({ to, text: null })],
    ['caption_not_supported', outbound({ to, attachments: [attachment()] })],
    ['too_many_attachments', outbound({ to, text: null, attachments: [attachment(), attachment()] })],
    ['attachment_without_url', outbound({ to, text: null, attachments: [attachment({ url: null })] })],
  ])('%s: permanently refused and never sent', async (code, message) => {
    await expect(send(message, instagramChannel)).rejects.toMatchObject({
      name: 'SendError',
      code,
      retryable: false,
    });
  });
});
