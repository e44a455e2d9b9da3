import { describe, expect, it } from '@jest/globals';
import { whatsappChannel } from '../support/ingress-request.js';
import { attachment, outbound } from '../support/outbound-message.js';
import { respondWithJson } from '../support/provider-server.js';
import { accepted, envelope, useGraph, whatsapp } from './use-graph.js';

const { startGraph, sentBody } = useGraph();

describe('sending by WhatsApp', () => {
  it('posts a text to the messages of the phone number, with the token as bearer', async () => {
    const graph = await startGraph(respondWithJson(200, accepted));
    await whatsapp.send(outbound(), whatsappChannel, { baseUrl: graph.url });
    expect(JSON.parse(graph.requests[0]?.body ?? '')).toEqual({
      ...envelope,
      type: 'text',
      text: { body: 'Hello' },
    });
    expect(graph.requests[0]).toMatchObject({
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

  it('replies to a message in its context', async () => {
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
    const graph = await startGraph(respondWithJson(200, accepted));
    const settings = { phoneNumberId: '1', baseUrl: `${graph.url}/proxy/`, apiVersion: 'v25.0' };
    await whatsapp.send(outbound(), { ...whatsappChannel, settings });
    expect(graph.requests[0]?.path).toBe('/proxy/v25.0/1/messages');
  });
});

describe('what WhatsApp cannot send', () => {
  it.each([
    ['empty_message', outbound({ text: null })],
    ['too_many_attachments', outbound({ attachments: [attachment(), attachment()] })],
    ['attachment_without_url', outbound({ attachments: [attachment({ url: null })] })],
    ['caption_not_supported', outbound({ attachments: [attachment({ type: 'audio' })] })],
  ])('%s: permanently refused and never sent', async (code, message) => {
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
