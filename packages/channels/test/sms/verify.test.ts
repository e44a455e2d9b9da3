import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { adapterFor } from '../../src/index.js';
import * as payloads from '../payloads/sms.js';
import { formRequest, INGRESS_URL, rawRequest, smsChannel } from '../support/ingress-request.js';

const { verify } = adapterFor('sms');

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

function sign(url: string, form: Record<string, string>, authToken = 'twilio-token'): string {
  const pairs = Object.keys(form)
    .sort()
    .map((name) => `${name}${form[name]}`);
  return hmac(url + pairs.join(''), authToken);
}

function hmac(text: string, authToken = 'twilio-token'): string {
  return createHmac('sha1', authToken).update(text, 'utf8').digest('base64');
}
