import { describe, expect, it } from '@jest/globals';
import type { RetryEvent } from '@parley/client';
import { cutOff, fail, hang, reset, respondWithText, stall, succeed } from './support/behaviours.js';
import { createClientsOf, useFailingServer } from './support/use-failing-server.js';

const server = useFailingServer();

const chat = { params: { path: { chatId: 'c1' } } };

const create = createClientsOf(server);

describe('what is retried', () => {
  it.each([
    ['a reset connection', reset],
    ['a response that is cut off', cutOff],
    ['500', fail(500, 'internal_error')],
    ['503', fail(503, 'service_unavailable')],
    ['502 of a proxy with HTML', respondWithText(502, '<h1>Bad gateway</h1>')],
  ])('after %s, a GET is retried', async (_, behaviour) => {
    server.plan(behaviour, succeed({ id: 'c1' }));
    await expect(create().GET('/chats/{chatId}', chat)).resolves.toEqual({ id: 'c1' });
    expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /v3/chats/c1',
      'GET /v3/chats/c1',
    ]);
  });

  it('a POST is sent again with the same body and the same Idempotency-Key', async () => {
    server.plan(reset, fail(503, 'service_unavailable'), succeed({ id: 'm1' }));
    await create().POST('/messages/send', { body: { chatId: 'c1', text: 'Grüße' } });
    const [first, ...others] = server.requests;
    expect(others).toHaveLength(2);
    expect(first?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
    for (const { headers, body } of others) {
      expect(headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
      expect(body).toBe(first?.body);
    }
  });

  it('two calls have different keys, and a key of the caller is used', async () => {
    server.plan(succeed({}));
    const client = create();
    const body = { chatId: 'c1', text: 'Hi' };
    await client.POST('/messages/send', { body });
    await client.POST('/messages/send', { body });
    await client.POST('/messages/send', { body, idempotencyKey: 'order-7' });
    const keys = server.requests.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('order-7');
  });

  it.each(['Idempotency-Key', 'idempotency-key'])('a key in a header %s is used', async (name) => {
    server.plan(succeed({}));
    const body = { chatId: 'c1', text: 'Hi' };
    await create().POST('/messages/send', { body, headers: { [name]: 'order-7' } });
    await create({ headers: { [name]: 'order-8' } }).POST('/messages/send', { body });
    const client = create({ headers: { [name]: 'order-8' } });
    await client.POST('/messages/send', { body, idempotencyKey: 'order-9' });
    const keys = server.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual(['order-7', 'order-8', 'order-9']);
  });

  it('a form is sent again with the same bytes, including its boundary', async () => {
    server.plan(cutOff, succeed({ id: 'f1' }));
    await create().POST('/files', { body: { file: new File(['\u0000\u00ff'], 'a.bin'), name: 'b.bin' } });
    const [first, second] = server.requests;
    expect(first?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(first?.body).toContain('filename="a.bin"');
    expect(second?.headers['content-type']).toBe(first?.headers['content-type']);
    expect(second?.body).toBe(first?.body);
  });

  it('a search, being a read, is sent again without a key', async () => {
    server.plan(fail(500, 'internal_error'), succeed([]));
    await create().POST('/chats/search');
    expect(server.requests).toHaveLength(2);
    expect(server.requests[1]?.headers).not.toHaveProperty('idempotency-key');
  });

  it('a POST whose first attempt is still running is retried', async () => {
    server.plan(reset, fail(409, 'idempotency_in_progress'), succeed({ id: 'm1' }));
    const sent = create().POST('/messages/send', { body: { chatId: 'c1', text: 'Hi' } });
    await expect(sent).resolves.toEqual({ id: 'm1' });
  });

  it('an attempt that hangs ends after attemptTimeoutMs and is retried', async () => {
    server.plan(hang, stall, succeed({ id: 'c1' }));
    const client = create({ attemptTimeoutMs: 100 });
    await expect(client.GET('/chats/{chatId}', chat)).resolves.toEqual({ id: 'c1' });
  });
});

describe('what is not retried', () => {
  it.each([
    [400, 'invalid_body_params'],
    [401, 'unauthorized'],
    [404, 'chat_not_found'],
    [409, 'automation_not_active'],
    [422, 'idempotency_key_reused'],
    [501, 'internal_error'],
  ])('%i %s', async (status, messageKey) => {
    server.plan(fail(status, messageKey));
    const failure = create().POST('/messages/send', { body: { chatId: 'c1', text: 'Hi' } });
    await expect(failure).rejects.toMatchObject({ name: 'ApiError', status, messageKey, attempts: 1 });
    expect(server.requests).toHaveLength(1);
  });

  it('a POST from which middleware removed the key', async () => {
    server.plan(fail(503, 'service_unavailable'));
    const client = create();
    client.use({
      onRequest({ request }) {
        request.headers.delete('Idempotency-Key');
      },
    });
    await expect(client.POST('/messages/send', { body: { chatId: 'c1', text: 'Hi' } })).rejects.toThrow();
    expect(server.requests).toHaveLength(1);
  });

  it('anything with maxRetries 0, for the client or for one call', async () => {
    server.plan(reset);
    await expect(create({ maxRetries: 0 }).GET('/chats/{chatId}', chat)).rejects.toThrow('got no response');
    await expect(create().GET('/chats/{chatId}', { ...chat, maxRetries: 0 })).rejects.toThrow(
      'got no response',
    );
    expect(server.requests).toHaveLength(2);
  });

  it('more than maxRetries times', async () => {
    server.plan(fail(503, 'service_unavailable'));
    const failure = create({ maxRetries: 1 }).GET('/chats/{chatId}', chat);
    await expect(failure).rejects.toMatchObject({ status: 503, attempts: 2 });
    expect(server.requests).toHaveLength(2);
  });
});

describe('the delay before the next attempt', () => {
  it('grows with each attempt, at random between half and all of 250 ms, 500 ms and so on', async () => {
    server.plan(reset, fail(500, 'internal_error'), fail(503, 'service_unavailable'), succeed({}));
    const waits = await collectWaits(async (onRetry) => {
      await create({ hooks: { onRetry } }).GET('/chats/{chatId}', chat);
    });
    expect(waits).toHaveLength(3);
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(125 * 2 ** index);
      expect(wait).toBeLessThanOrEqual(250 * 2 ** index);
    }
  });

  it('lasts as long as Retry-After says, even for a POST that was refused with 429', async () => {
    server.plan(fail(429, 'too_many_requests', { 'retry-after': '1' }), succeed({}));
    await create().POST('/chats/{chatId}/status', chat);
    const [first, second] = server.requests;
    expect((second?.receivedAt ?? 0) - (first?.receivedAt ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it('lasts until X-RateLimit-Reset by the clock of the service, if there is only that header', async () => {
    // The clock of the service is an hour ahead; the delay is measured on that clock.
    const date = new Date(Math.floor(Date.now() / 1_000) * 1_000 + 3_600_000);
    const headers = { date: date.toUTCString(), 'x-ratelimit-reset': date.getTime() / 1_000 + 1 };
    server.plan(fail(429, 'too_many_requests', headers), succeed({}));
    const [wait] = await collectWaits(async (onRetry) => {
      await create({ hooks: { onRetry } }).GET('/chats/{chatId}', chat);
    });
    expect(wait).toBeGreaterThanOrEqual(1_000);
    expect(wait).toBeLessThanOrEqual(1_500);
  });

  it('is skipped if it would exceed the deadline: the error is thrown at once', async () => {
    server.plan(fail(429, 'too_many_requests', { 'retry-after': '30' }));
    const failure = create({ timeoutMs: 5_000 }).GET('/chats/{chatId}', chat);
    await expect(failure).rejects.toMatchObject({ messageKey: 'too_many_requests', retryAfter: 30 });
  });
});

async function collectWaits(run: (onRetry: (event: RetryEvent) => void) => Promise<void>): Promise<number[]> {
  const waits: number[] = [];
  await run(({ delayMs }) => waits.push(delayMs));
  return waits;
}
