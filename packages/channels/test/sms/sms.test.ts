import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { adapterFor, type InboundItem, type LinkedAttachment } from '../../src/index.js';
import * as payloads from '../payloads/sms.js';
import { formRequest, INGRESS_URL, RECEIVED_AT, rawRequest, smsChannel } from '../support/ingress-request.js';
import { attachment, MESSAGE_ID, outbound } from '../support/outbound-message.js';
import { answerJson, type Provider, startProvider } from '../support/provider-server.js';

const { parseInbound, verify, send, fetchAttachment } = adapterFor('sms');
const parse = (form: Record<string, string>, query = {}): Promise<InboundItem[]> =>
  parseInbound(formRequest(form, { query }), smsChannel);

describe('X-Twilio-Signature', () => {
  it('accepts the vector of Twilio’s own documentation', () => {
    const form = {
      CallSid: 'CA1234567890ABCDE',
      Caller: '+12349013030',
      Digits: '1234',
      From: '+12349013030',
      To: '+18005551212',
    };
    const request = formRequest(form, {
      url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
      headers: { 'x-twilio-signature': '0/KCTR6DLpKmkAf8muzZqo1nDgQ=' },
    });
    expect(verify(request, { ...smsChannel, secrets: { authToken: '12345' } })).toEqual({ ok: true });
  });

  const signed = (form: Record<string, string>, signature: string, url = INGRESS_URL) =>
    formRequest(form, { url, headers: { 'x-twilio-signature': signature } });

  it('accepts letters outside ASCII, empty values and a query in the URL', () => {
    const url = `${INGRESS_URL}?reference=a%20b`;
    const form = { ...payloads.inboundText, Empty: '' };
    expect(verify(signed(form, sign(url, form), url), smsChannel)).toEqual({ ok: true });
  });

  it.each([
    ['https://parley.example/x', 'https://parley.example:443/x'],
    ['https://parley.example:443/x?a=1', 'https://parley.example/x?a=1'],
    ['http://parley.example/x', 'http://parley.example:80/x'],
    ['https://parley.example:8443/x', 'https://parley.example/x'],
  ])('accepts %s signed as %s', (url, signedUrl) => {
    const form = payloads.inboundText;
    expect(verify(signed(form, sign(signedUrl, form), url), smsChannel)).toEqual({ ok: true });
  });

  it('counts a name that occurs twice with each of its different values', () => {
    const url = INGRESS_URL;
    const request = rawRequest(Buffer.from('B=2&A=z&A=y&A=z'), {
      headers: { 'x-twilio-signature': hmac(`${url}AyAzB2`) },
    });
    expect(verify(request, smsChannel)).toEqual({ ok: true });
  });

  it.each([
    ['another token', sign(INGRESS_URL, payloads.inboundText, 'other')],
    ['another URL', sign('https://elsewhere.example/', payloads.inboundText)],
    ['another form', sign(INGRESS_URL, { ...payloads.inboundText, Body: 'Changed' })],
    ['nothing', ''],
  ])('refuses a signature of %s', (_case, signature) => {
    expect(verify(signed(payloads.inboundText, signature), smsChannel)).toMatchObject({ ok: false });
  });

  it('refuses a missing header and a channel without its token', () => {
    expect(verify(formRequest(payloads.inboundText), smsChannel)).toEqual({
      ok: false,
      reason: 'The header X-Twilio-Signature is missing.',
    });
    const unsigned = signed(payloads.inboundText, sign(INGRESS_URL, payloads.inboundText, ''));
    expect(verify(unsigned, { ...smsChannel, secrets: {} })).toEqual({
      ok: false,
      reason: 'The channel has no authToken.',
    });
  });
});

describe('SMS messages', () => {
  it('a text becomes a message of the number, at the time of arrival', async () => {
    expect(await parse(payloads.inboundText)).toEqual([
      {
        kind: 'message',
        externalId: 'SM0001',
        from: { handleType: 'phone_number', value: '+16505551234' },
        type: 'text',
        text: 'Hello & wëlcome',
        attachments: [],
        timestamp: RECEIVED_AT,
        echo: false,
        automated: false,
        subject: null,
      },
    ]);
  });

  it('media of an MMS become attachments; without text it is null', async () => {
    expect(await parse(payloads.inboundMedia)).toMatchObject([
      {
        type: 'image',
        text: null,
        attachments: [
          {
            type: 'image',
            url: payloads.inboundMedia.MediaUrl0,
            contentType: 'image/jpeg',
            needsCredentials: true,
          },
          { type: 'document', url: payloads.inboundMedia.MediaUrl1, contentType: 'application/pdf' },
        ],
      },
    ]);
  });

  it.each(['-1', 'NaN', '1e9', '9999999999999', '0x10', '2.9'])(
    'NumMedia %s reads only what is there',
    async (NumMedia) => {
      const [item] = await parse({ ...payloads.inboundMedia, Body: 'x', NumMedia });
      expect(item?.kind === 'message' ? item.attachments.length : -1).toBeLessThanOrEqual(2);
    },
  );

  it('a short code stays as it is, other networks are passed over', async () => {
    expect(await parse({ ...payloads.inboundText, From: '12345' })).toMatchObject([
      { from: { value: '12345' } },
    ]);
    expect(await parse({ ...payloads.inboundText, From: 'whatsapp:+16505551234' })).toEqual([]);
  });

  it('a form without a message id is malformed', async () => {
    await expect(parse({ Body: 'Hello' })).rejects.toMatchObject({
      name: 'MalformedPayloadError',
      faults: [{ path: 'MessageSid' }],
    });
  });
});

describe('SMS status callbacks', () => {
  it.each([
    ['sent', 'sent'],
    ['delivered', 'delivered'],
    ['read', 'read'],
    ['undelivered', 'failed'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
  ])('%s means %s', async (given, status) => {
    expect(await parse(payloads.statusCallback(given))).toEqual([
      { kind: 'status', externalId: 'SM0002', status, errors: [], reference: null },
    ]);
  });

  it.each(['queued', 'accepted', 'sending', 'scheduled', 'constructor', '__proto__'])(
    '%s says nothing new',
    async (given) => {
      expect(await parse(payloads.statusCallback(given))).toEqual([]);
    },
  );

  it('carry the error and, by their URL, our own id', async () => {
    const form = payloads.statusCallback('undelivered', { ErrorCode: '30003', ErrorMessage: 'Unreachable' });
    expect(await parse(form, { reference: MESSAGE_ID })).toMatchObject([
      { status: 'failed', errors: [{ code: '30003', message: 'Unreachable' }], reference: MESSAGE_ID },
    ]);
  });
});

describe('sending by SMS', () => {
  let twilio: Provider | undefined;
  afterEach(() => twilio?.stop());
  const queued = answerJson(201, { sid: 'SM9', status: 'queued', error_code: null });

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
  ])('%s: refused for good and never sent', async (code, message, options) => {
    await expect(send(message, smsChannel, options)).rejects.toMatchObject({ code, retryable: false });
  });

  it('names the missing sender', async () => {
    await expect(send(outbound(), { ...smsChannel, settings: { accountSid: 'AC1' } })).rejects.toMatchObject({
      message: 'The channel has no from.',
    });
  });
});

describe('attachments received by SMS', () => {
  const servers: Provider[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
  });
  const media = (url: string): LinkedAttachment => ({
    type: 'image',
    url,
    needsCredentials: true,
    name: null,
    contentType: 'image/jpeg',
    size: null,
  });

  it('are fetched with the credentials, which do not follow a redirect to another host', async () => {
    const store = await startProvider((response) =>
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end('jpeg'),
    );
    const twilio = await startProvider((response) =>
      response.writeHead(307, { location: `${store.url}/s3` }).end(),
    );
    servers.push(store, twilio);
    expect(
      await fetchAttachment?.(media(`${twilio.url}/Media/ME1`), smsChannel, { baseUrl: twilio.url }),
    ).toEqual({
      content: Buffer.from('jpeg'),
      contentType: 'image/jpeg',
    });
    expect(twilio.requests[0]?.headers.authorization).toMatch(/^Basic /);
    expect(store.requests[0]?.headers.authorization).toBeUndefined();
  });

  it('a link to another host gets no credentials', async () => {
    const stranger = await startProvider((response) => response.end('x'));
    servers.push(stranger);
    await fetchAttachment?.(media(`${stranger.url}/x`), smsChannel);
    expect(stranger.requests[0]?.headers.authorization).toBeUndefined();
  });

  it('endless redirects end', async () => {
    const loop = await startProvider((response) => response.writeHead(302, { location: '/again' }).end());
    servers.push(loop);
    await expect(fetchAttachment?.(media(`${loop.url}/x`), smsChannel)).rejects.toMatchObject({
      code: 'too_many_redirects',
    });
    expect(loop.requests).toHaveLength(4);
  });
});

function sign(url: string, form: Record<string, string>, authToken = 'twilio-token'): string {
  const pairs = Object.keys(form)
    .sort()
    .map((name) => `${name}${form[name]}`);
  return hmac(url + pairs.join(''), authToken);
}

function hmac(text: string, authToken = 'twilio-token'): string {
  return createHmac('sha1', authToken).update(text, 'utf8').digest('base64');
}
