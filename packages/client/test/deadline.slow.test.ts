import { describe, expect, it, jest } from '@jest/globals';
import { ConnectionError, createClient, DeadlineError, type ResponseEvent } from '@parley/client';
import { fail, hang, reset, stall, succeed } from './support/behaviours.js';
import { useFailingServer } from './support/use-failing-server.js';

const server = useFailingServer();

function create(token: string | (() => Promise<string>) = 'secret-token') {
  return createClient({ baseUrl: server.url, token, attemptTimeoutMs: 10_000 });
}

const never = () => new Promise<never>(() => {});

describe('the deadline of a call', () => {
  it.each([
    ['a response that never comes', hang],
    ['a body that never ends', stall],
  ])('ends %s', async (_, behaviour) => {
    server.plan(behaviour);
    const failure = await create().GET('/workspace', { timeoutMs: 500 }).catch(String);
    expect(failure).toContain(
      'DeadlineError: GET /workspace took more than 500 ms and was aborted while waiting for the response',
    );
  });

  it('covers all attempts together, and has the last failure as its cause', async () => {
    server.plan(reset, hang);
    const failure: unknown = await create()
      .GET('/workspace', { timeoutMs: 1_500 })
      .catch((error: unknown) => error);
    if (!(failure instanceof DeadlineError)) throw new Error('Expected a DeadlineError');
    expect(failure.attempts).toBe(2);
    expect(failure.cause).toBeInstanceOf(ConnectionError);
  });

  it('can have an error of the service as its cause', async () => {
    server.plan(fail(503, 'service_unavailable'), hang);
    const failure = create().GET('/workspace', { timeoutMs: 1_500 });
    await expect(failure).rejects.toMatchObject({
      name: 'DeadlineError',
      attempts: 2,
      cause: { name: 'ApiError', status: 503, messageKey: 'service_unavailable' },
    });
  });

  it('does not move when the system clock is set back', async () => {
    const anHourAgo = Date.now() - 3_600_000;
    server.plan((response, request) => {
      jest.spyOn(Date, 'now').mockReturnValue(anHourAgo);
      fail(503, 'service_unavailable', { 'retry-after': '10' })(response, request);
    });
    try {
      const failure = create().GET('/workspace', { timeoutMs: 5_000 });
      await expect(failure).rejects.toMatchObject({ name: 'ApiError', status: 503 });
    } finally {
      jest.restoreAllMocks();
    }
  });

  it('calls onResponse for the attempt that it ends', async () => {
    server.plan(hang);
    const notified = new Promise<ResponseEvent>((onResponse) => {
      const client = createClient({ baseUrl: server.url, token: 'token', hooks: { onResponse } });
      client.GET('/workspace', { timeoutMs: 100 }).catch(() => {});
    });
    await expect(notified).resolves.toMatchObject({
      operation: 'GET /workspace',
      attempt: 1,
      status: undefined,
      error: { name: 'ConnectionError', cause: { name: 'DeadlineError' } },
    });
  });

  it('also ends a token function and a middleware that hang', async () => {
    server.plan(succeed({}));
    const failure = create(never).GET('/workspace', { timeoutMs: 50 });
    await expect(failure).rejects.toThrow('while waiting for the token');
    const client = create();
    client.use({ onRequest: never });
    await expect(client.GET('/workspace', { timeoutMs: 50 })).rejects.toThrow('while preparing it');
    expect(server.requests).toHaveLength(0);
  });

  it('may be infinite', async () => {
    server.plan(succeed({ id: 1 }));
    const endless = { timeoutMs: Number.POSITIVE_INFINITY };
    await expect(create().GET('/workspace', endless)).resolves.toEqual({ id: 1 });
  });

  it('must be above 0', async () => {
    await expect(create().GET('/workspace', { timeoutMs: 0 })).rejects.toThrow('timeoutMs cannot be 0.');
    await expect(create().GET('/workspace', { timeoutMs: Number.NaN })).rejects.toThrow(RangeError);
    await expect(create().GET('/workspace', { maxRetries: -1 })).rejects.toThrow(RangeError);
  });
});

describe('the signal of the caller', () => {
  it('ends the call with its own reason, while waiting for a response', async () => {
    const controller = new AbortController();
    const reason = new Error('The user left');
    server.plan(() => controller.abort(reason));
    const call = create().GET('/workspace', { signal: controller.signal });
    await expect(call).rejects.toBe(reason);
    expect(server.requests).toHaveLength(1);
  });

  it('ends the delay before the next attempt', async () => {
    server.plan(fail(429, 'too_many_requests', { 'retry-after': '20' }));
    const controller = new AbortController();
    const hooks = { onRetry: () => controller.abort() };
    const client = createClient({ baseUrl: server.url, token: 'secret-token', hooks });
    const failure = client.GET('/workspace', { signal: controller.signal });
    await expect(failure).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.requests).toHaveLength(1);
  });

  it('that is aborted before the call prevents it from being sent', async () => {
    server.plan(succeed({}));
    const failure = create().GET('/workspace', { signal: AbortSignal.abort() });
    await expect(failure).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.requests).toHaveLength(0);
  });

  it('throws from the raw form too, because an abort is not a failure of the call', async () => {
    server.plan(succeed({}));
    await expect(create().raw.GET('/workspace', { signal: AbortSignal.abort() })).rejects.toThrow();
  });
});
