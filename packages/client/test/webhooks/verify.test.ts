import { describe, expect, it } from '@jest/globals';
import { verify, WebhookError } from '@parley/client/webhooks';
import { type Delivery, deliver, examples, oldSecret, secret } from '../support/deliveries.js';

function codeOf(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error instanceof WebhookError ? error.code : error;
  }
  return undefined;
}

function change({ headers, body }: Delivery, changed: Record<string, string | undefined>): () => unknown {
  return () => verify({ ...headers, ...changed }, body, secret);
}

describe('a genuine delivery', () => {
  it.each(examples)('of %s returns the event', (type, body) => {
    const { headers } = deliver({ body });
    const event = verify(headers, body, secret);
    expect(event.event).toBe(type);
    expect(event).toEqual(JSON.parse(body));
  });

  it('is accepted as text, as bytes and as a buffer, with headers of every form', () => {
    const body = deliver({ body: '{"event":"x","data":{"text":"Grüße 😀"}}' });
    const buffer = Buffer.from(body.body);
    const bytes = new Uint8Array(buffer);
    const upper = Object.fromEntries(
      Object.entries(body.headers).map(([key, value]) => [key.toUpperCase(), value]),
    );
    const lists = Object.fromEntries(Object.entries(body.headers).map(([key, value]) => [key, [value]]));
    for (const raw of [body.body, buffer, bytes, bytes.buffer]) {
      for (const headers of [body.headers, new Headers(body.headers), upper, lists]) {
        expect(verify(headers, raw, secret)).toEqual(JSON.parse(body.body));
      }
    }
  });

  it('may have an unknown type', () => {
    const { headers, body } = deliver({ body: '{"event":"campaign.finished","data":{}}' });
    expect(verify(headers, body, secret)).toEqual({ event: 'campaign.finished', data: {} });
  });
});

describe('during a rotation', () => {
  it('a receiver with the new secret, the old one or both accepts it, whichever have signed', () => {
    for (const secrets of [[secret, oldSecret], [secret], [oldSecret]]) {
      const { headers, body } = deliver({ secrets });
      expect(verify(headers, body, [secret, oldSecret])).toBeDefined();
      expect(codeOf(() => verify(headers, body, secret))).toBe(
        secrets.includes(secret) ? undefined : 'wrong_signature',
      );
    }
  });
});

describe('what is refused', () => {
  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('a delivery without %s', (name) => {
    expect(codeOf(change(deliver(), { [name]: undefined }))).toBe('missing_header');
  });

  it('a body, an id or a time that was changed', () => {
    const { headers, body } = deliver();
    expect(codeOf(() => verify(headers, body.replace('"', "'"), secret))).toBe('wrong_signature');
    expect(codeOf(() => verify(headers, `${body} `, secret))).toBe('wrong_signature');
    expect(codeOf(change(deliver(), { 'webhook-id': 'evt_2' }))).toBe('wrong_signature');
    const later = String(Number(headers['webhook-timestamp']) + 1);
    expect(codeOf(change({ headers, body }, { 'webhook-timestamp': later }))).toBe('wrong_signature');
  });

  it.each(['v1,', 'v1', '', 'v2,abc', 'v1,AAAA', 'v1,é'])('the signature %j', (signature) => {
    const code = codeOf(change(deliver(), { 'webhook-signature': signature }));
    expect(code).toBe(signature === '' ? 'missing_header' : 'wrong_signature');
  });

  it('a right signature with another version, or a truncated one', () => {
    const delivery = deliver();
    const signature = delivery.headers['webhook-signature'] ?? '';
    for (const wrong of [signature.replace('v1', 'v2'), signature.slice(0, -1), `${signature}=`]) {
      expect(codeOf(change(delivery, { 'webhook-signature': wrong }))).toBe('wrong_signature');
    }
    const among = `v1,AAAA v2,BBBB ${signature}`;
    expect(codeOf(change(delivery, { 'webhook-signature': among }))).toBeUndefined();
  });

  it('a delivery that is too old or too far ahead', () => {
    const now = new Date('2026-11-14T09:30:00Z');
    const age = (seconds: number) => deliver({ sentAt: new Date(now.getTime() - seconds * 1_000) });
    const judge = (seconds: number, toleranceSeconds?: number) => {
      const { headers, body } = age(seconds);
      return codeOf(() => verify(headers, body, secret, { now, toleranceSeconds }));
    };
    expect([judge(300), judge(-300), judge(10, 10)]).toEqual([undefined, undefined, undefined]);
    expect([judge(301), judge(-301), judge(11, 10)]).toEqual(Array(3).fill('stale_timestamp'));
    const { headers, body } = age(600);
    expect(() => verify(headers, body, secret, { now })).toThrow(
      'The delivery is 600 seconds old; 300 are allowed. Is the clock right?',
    );
  });

  it.each(['soon', '1e9', '-1', '12.5', '0x10', ' 1'])('the time %j', (timestamp) => {
    expect(codeOf(change(deliver(), { 'webhook-timestamp': timestamp }))).toBe('stale_timestamp');
  });

  it('a body that was already parsed, with advice', () => {
    const { headers, body } = deliver();
    // A program without types could pass a parsed body.
    expect(() => verify(headers, JSON.parse(body), secret)).toThrow('Put this before express.json()');
  });

  it('a signed body that is not an event', () => {
    for (const body of ['', 'hello', '[]', 'null', '{"event":"x"}']) {
      const { headers } = deliver({ body });
      expect(codeOf(() => verify(headers, body, secret))).toBe('malformed_body');
    }
  });
});

describe('a malformed secret', () => {
  it.each([[''], ['secret'], ['whsec_'], ['whsec_*not base64*'], [[]], [[secret, '']]])(
    '%j is reported as a mistake of the receiver, and the message does not repeat it',
    (wrong) => {
      const { headers, body } = deliver();
      const code = codeOf(() => verify(headers, body, wrong));
      expect(code).toBeInstanceOf(TypeError);
      expect(String(code)).toBe('TypeError: A webhook secret begins with whsec_. Is the variable set?');
    },
  );
});
