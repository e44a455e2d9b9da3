import { describe, expect, it } from '@jest/globals';
import { adapterFor } from '../../src/index.js';
import { textMessage } from '../payloads/whatsapp.js';
import { instagramChannel, jsonRequest, metaSignature, whatsappChannel } from '../support/ingress-request.js';

describe.each([
  ['whatsapp', whatsappChannel],
  ['instagram', instagramChannel],
] as const)('%s: X-Hub-Signature-256', (provider, channel) => {
  const { verify } = adapterFor(provider);
  const request = jsonRequest(textMessage);
  const signed = (signature: string | string[]) => ({
    ...request,
    headers: { 'x-hub-signature-256': signature },
  });

  it('accepts the signature of the raw body', () => {
    expect(verify(signed(metaSignature(request.rawBody)), channel)).toEqual({ ok: true });
  });

  it.each([
    ['another secret', metaSignature(request.rawBody, 'other')],
    ['another body', metaSignature(Buffer.from('{}'))],
    ['no scheme', metaSignature(request.rawBody).slice('sha256='.length)],
    ['SHA-1', metaSignature(request.rawBody).replace('sha256', 'sha1')],
    ['upper case', metaSignature(request.rawBody).toUpperCase()],
    ['cut short', metaSignature(request.rawBody).slice(0, -1)],
    ['nothing', ''],
    ['not ASCII', 'sha256=ü'],
  ])('refuses a signature of %s', (_case, signature) => {
    expect(verify(signed(signature), channel)).toMatchObject({ ok: false, reason: expect.any(String) });
  });

  it('refuses a missing or repeated header, and says which one', () => {
    const reason = expect.stringContaining('X-Hub-Signature-256 is missing');
    expect(verify(request, channel)).toEqual({ ok: false, reason });
    const signature = metaSignature(request.rawBody);
    expect(verify(signed([signature, signature]), channel)).toEqual({ ok: false, reason });
  });

  it.each([{}, { appSecret: '' }, { appSecret: 7 }, null, 'text'])(
    'refuses when the secrets are %p',
    (secrets) => {
      const withEmptyKey = signed(metaSignature(request.rawBody, ''));
      expect(verify(withEmptyKey, { ...channel, secrets })).toEqual({
        ok: false,
        reason: 'The channel has no appSecret.',
      });
    },
  );
});

describe('the challenge of a new callback URL', () => {
  const { respondToChallenge } = adapterFor('whatsapp');
  const challenge = {
    'hub.mode': 'subscribe',
    'hub.verify_token': 'verify-me',
    'hub.challenge': '1158201444',
  };
  const verify = (query: Record<string, unknown>, channel = whatsappChannel) =>
    respondToChallenge?.({ ...jsonRequest({}), method: 'GET', query }, channel);

  it('is repeated to the caller who knows the verify token', () => {
    expect(verify(challenge)).toEqual({ ok: true, body: '1158201444' });
  });

  it.each([
    ['a wrong token', { 'hub.verify_token': 'guess' }],
    ['no token', { 'hub.verify_token': undefined }],
    ['a repeated token', { 'hub.verify_token': ['verify-me', 'verify-me'] }],
    ['another mode', { 'hub.mode': 'unsubscribe' }],
    ['no challenge', { 'hub.challenge': undefined }],
    ['markup as the challenge', { 'hub.challenge': '<script>alert(1)</script>' }],
  ])('is refused for %s', (_case, change) => {
    expect(verify({ ...challenge, ...change })).toMatchObject({ ok: false });
  });

  it('is refused when the channel has no verify token, even if the request has an empty one', () => {
    const channel = { ...whatsappChannel, secrets: { verifyToken: '' } };
    expect(verify({ ...challenge, 'hub.verify_token': '' }, channel)).toEqual({
      ok: false,
      reason: 'The channel has no verifyToken.',
    });
  });

  it('exists for the providers of Meta only', () => {
    const withChallenge = ['sandbox', 'whatsapp', 'instagram', 'sms', 'email'].filter(
      (provider) => adapterFor(provider).respondToChallenge !== undefined,
    );
    expect(withChallenge).toEqual(['whatsapp', 'instagram']);
  });
});
