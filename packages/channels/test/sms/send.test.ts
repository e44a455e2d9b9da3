import { afterEach, describe, expect, it } from '@jest/globals';
import { adapterFor } from '../../src/index.js';
import { INGRESS_URL, smsChannel } from '../support/ingress-request.js';
import { attachment, MESSAGE_ID, outbound } from '../support/outbound-message.js';
import { type Provider, respondWithJson, startProvider } from '../support/provider-server.js';

const { send } = adapterFor('sms');

describe('sending by SMS', () => {
  let twilio: Provider | undefined;
  afterEach(() => twilio?.stop());
  const queued = respondWithJson(201, { sid: 'SM9', status: 'queued', error_code: null });

  it('posts a form with basic authentication and a callback that names our own id', async () => {
    twilio = await startProvider(queued);
    const options = { baseUrl: twilio.url, callbackUrl: `${INGRESS_URL}?a=1` };
    const message = outbound({
      attachments: [attachment(), attachment({ url: 'https://parley.example/files/b' })],
    });
    expect(await send(message, smsChannel, options)).toEqual({ vendorId: 'SM9', walk: ['sent'] });
    const [request] = twilio.requests;
    expect(request).toMatchObject({
      method: 'POST',
      path: `/2010-04-01/Accounts/AC${'0'.repeat(32)}/Messages.json`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`AC${'0'.repeat(32)}:twilio-token`).toString('base64')}`,
      },
    });
    expect([...new URLSearchParams(request?.body)]).toEqual([
      ['To', '+16505551234'],
      ['From', '+15005550006'],
      ['Body', 'Hello'],
      ['MediaUrl', 'https://parley.example/files/abc'],
      ['MediaUrl', 'https://parley.example/files/b'],
      ['StatusCallback', `${INGRESS_URL}?a=1&reference=${MESSAGE_ID}`],
    ]);
  });

  it('prefers the messaging service to the number', async () => {
    twilio = await startProvider(queued);
    const messagingServiceSid = `MG${'1'.repeat(32)}`;
    const settings = { accountSid: 'AC1', from: '+1', messagingServiceSid, baseUrl: twilio.url };
    await send(outbound(), { ...smsChannel, settings });
    const form = new URLSearchParams(twilio.requests[0]?.body);
    expect([form.get('MessagingServiceSid'), form.get('From')]).toEqual([messagingServiceSid, null]);
  });

  it.each([
    ['empty_message', outbound({ text: null }), {}],
    ['attachment_without_url', outbound({ attachments: [attachment({ url: null })] }), {}],
    ['channel_not_configured', outbound(), { callbackUrl: '/relative' }],
  ])('%s: permanently refused and never sent', async (code, message, options) => {
    await expect(send(message, smsChannel, options)).rejects.toMatchObject({ code, retryable: false });
  });

  it('names the missing sender', async () => {
    await expect(send(outbound(), { ...smsChannel, settings: { accountSid: 'AC1' } })).rejects.toMatchObject({
      message: 'The channel has no from.',
    });
  });
});
