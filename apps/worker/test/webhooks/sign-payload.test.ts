import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { signPayload, toSigningKey } from '../../src/webhooks/sign-payload.js';

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const event = {
  eventId: '0199a1b2-0000-7000-8000-000000000001',
  body: '{"text":"Grüße 👋"}',
  sentAt: new Date(),
};

describe('signPayload', () => {
  it('is accepted by the Standard Webhooks library', () => {
    const secret = newSecret();

    const headers = signPayload({ ...event, keys: [toSigningKey(secret)] });

    expect(headers['webhook-id']).toBe(event.eventId);
    expect(headers['webhook-timestamp']).toBe(String(Math.floor(event.sentAt.getTime() / 1_000)));
    expect(headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
    expect(new Webhook(secret).verify(event.body, headers)).toEqual({ text: 'Grüße 👋' });
  });

  it('signs with both secrets during a rotation, in the given order', () => {
    const [newer, older] = [newSecret(), newSecret()];

    const headers = signPayload({ ...event, keys: [newer, older].map(toSigningKey) });

    const [first, second, ...others] = headers['webhook-signature'].split(' ');
    expect(others).toEqual([]);
    expect(first).toBe(new Webhook(newer).sign(event.eventId, event.sentAt, event.body));
    expect(second).toBe(new Webhook(older).sign(event.eventId, event.sentAt, event.body));
    for (const secret of [newer, older]) new Webhook(secret).verify(event.body, headers);
    expect(() => new Webhook(newSecret()).verify(event.body, headers)).toThrow('No matching signature');
  });

  it.each([
    ['the body', { body: '{"text":"other"}' }],
    ['the id', { headers: { 'webhook-id': 'other' } }],
    ['the time', { headers: { 'webhook-timestamp': String(Math.floor(Date.now() / 1_000) - 60) } }],
  ])(
    'is invalid after a change of %s',
    (_part, change: { body?: string; headers?: Record<string, string> }) => {
      const secret = newSecret();
      const headers = { ...signPayload({ ...event, keys: [toSigningKey(secret)] }), ...change.headers };

      expect(() => new Webhook(secret).verify(change.body ?? event.body, headers)).toThrow(
        'No matching signature',
      );
    },
  );

  it.each(['', 'secret', 'whsec_', 'whsec_c2hvcnQ=', `${newSecret()}!`, newSecret().slice('whsec_'.length)])(
    'refuses the secret %p without repeating it',
    (secret) => {
      expect(() => signPayload({ ...event, keys: [toSigningKey(secret)] })).toThrow(
        /^A webhook secret must be "whsec_" and at least 24 bytes in Base64\.$/,
      );
    },
  );

  it('refuses to sign with no secret', () => {
    expect(() => signPayload({ ...event, keys: [] })).toThrow('cannot be signed');
  });
});
