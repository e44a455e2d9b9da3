import { describe, expect, it } from '@jest/globals';
import { fetchHandler, signForTest, verify, type WebhookEvent } from '@parley/client/webhooks';
import { deliver, examples, oldSecret, secret } from '../support/deliveries.js';

describe('signForTest', () => {
  it.each(examples)('signs %s as the service does', (_, body) => {
    const event: WebhookEvent = JSON.parse(body);
    const sentAt = new Date('2026-11-14T09:30:00.900Z');
    const secrets = [secret, oldSecret];
    const { headers } = deliver({ body, sentAt, secrets });
    expect(signForTest(event, secrets, { id: 'evt_1', sentAt })).toEqual({
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  });

  it('makes a request that a receiver accepts once, now and with the id of the event', async () => {
    const [, body = ''] = examples[0] ?? [];
    const event: WebhookEvent = JSON.parse(body);
    const received: WebhookEvent[] = [];
    const handle = fetchHandler({ secret, onEvent: (each) => received.push(each) });
    const delivery = signForTest(event, secret);
    const { status } = await handle(
      new Request('https://partner.example/hook', { method: 'POST', ...delivery }),
    );
    expect([status, received, delivery.headers['webhook-id']]).toEqual([204, [event], event.id]);
  });

  it('makes a replay that a receiver refuses', () => {
    const event: WebhookEvent = JSON.parse(examples[0]?.[1] ?? '');
    const { headers, body } = signForTest(event, secret, { sentAt: new Date(Date.now() - 301_000) });
    expect(() => verify(headers, body, secret)).toThrow('seconds old; 300 are allowed');
  });

  it('refuses a malformed secret', () => {
    const event: WebhookEvent = JSON.parse(examples[0]?.[1] ?? '');
    expect(() => signForTest(event, 'secret')).toThrow('A webhook secret begins with whsec_.');
  });
});
