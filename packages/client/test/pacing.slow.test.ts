import { describe, expect, it, jest } from '@jest/globals';
import { Pacer } from '../src/call/pacer.js';
import { fail, reset, succeed } from './support/behaviours.js';
import type { Behaviour } from './support/failing-server.js';
import { createClientsOf, useFailingServer } from './support/use-failing-server.js';

const server = useFailingServer();

const create = createClientsOf(server);

/** Counts as the service does, in windows of whole seconds instead of minutes. */
function limited(limit: number, windowSeconds = 1): Behaviour {
  let window = 0;
  let used = 0;
  const epochMs = Date.now() - performance.now();
  return (response, request) => {
    const seconds = (epochMs + performance.now()) / 1_000;
    const current = Math.floor(seconds / windowSeconds);
    used = current === window ? used + 1 : 1;
    window = current;
    const headers = {
      'x-ratelimit-limit': limit,
      'x-ratelimit-remaining': Math.max(0, limit - used),
      'x-ratelimit-reset': (current + 1) * windowSeconds,
      date: new Date(Math.floor(seconds) * 1_000).toUTCString(),
    };
    const behave = used > limit ? fail(429, 'too_many_requests', headers) : succeed({ used }, headers);
    behave(response, request);
  };
}

async function callMany(client: ReturnType<typeof create>, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => client.GET('/workspace')));
}

describe('pacing', () => {
  it('sends a burst window by window, and no request is refused', async () => {
    server.plan(limited(8));
    const statuses: Array<number | undefined> = [];
    await callMany(create({ hooks: { onResponse: ({ status }) => statuses.push(status) } }), 20);
    expect(statuses).toEqual(Array.from({ length: 20 }, () => 200));
  });

  it('can be switched off, and then a burst is refused', async () => {
    server.plan(limited(3, 60));
    const client = create({ pacing: false, maxRetries: 0 });
    const results = await Promise.all(Array.from({ length: 12 }, () => client.raw.GET('/workspace')));
    expect(results.map(({ response }) => response?.status)).toContain(429);
  });

  it('sends one request first, because nothing is known before its response', async () => {
    server.plan(limited(100));
    const events: string[] = [];
    const hooks = { onRequest: () => events.push('out'), onResponse: () => events.push('in') };
    await callMany(create({ hooks }), 3);
    expect(events.slice(0, 4)).toEqual(['out', 'in', 'out', 'out']);
  });

  it('delays no request after a first one without a response, or without the headers', async () => {
    server.plan(reset, succeed({}));
    await callMany(create(), 5);
    server.plan(succeed({}));
    await callMany(create(), 5);
    expect(server.requests).toHaveLength(5);
  });

  it('lets the next call through when one was aborted while waiting', async () => {
    server.plan(usedUp(1));
    const client = create();
    await client.GET('/workspace');
    const aborted = client.GET('/workspace', { signal: AbortSignal.timeout(50) });
    const waiting = client.GET('/workspace');
    await expect(aborted).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(server.requests).toHaveLength(1);
    await expect(waiting).resolves.toEqual({});
    expect(server.requests).toHaveLength(2);
  });

  it('may take longer than the default deadline, which does not count waits for the limit', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    try {
      const client = create({ fetch: respondOncePerMinute() });
      const calls = Array.from({ length: 6 }, () => client.GET('/workspace'));
      await jest.advanceTimersByTimeAsync(8 * 60_000);
      await expect(Promise.all(calls)).resolves.toHaveLength(6);
    } finally {
      jest.useRealTimers();
    }
  });

  it('sends the next window even if the clock advances while it looks whether it may', async () => {
    for (let ahead = 1; ahead <= 8; ahead += 1) {
      const pacer = new Pacer();
      await pacer.enter(AbortSignal.timeout(1_000));
      let time = performance.now();
      const resetAt = new Date(Date.now() + ahead);
      const clock = jest.spyOn(performance, 'now').mockImplementation(() => time++);
      pacer.settle({ limit: 1, remaining: 0, reset: 1, resetAt });
      const entered = pacer.enter(AbortSignal.timeout(1_000));
      clock.mockRestore();
      await expect(entered).resolves.toBeUndefined();
    }
  });

  it('does not wait longer when the system clock is set back', async () => {
    const pacer = new Pacer();
    await pacer.enter(AbortSignal.timeout(1_000));
    pacer.settle({ limit: 1, remaining: 0, reset: 1, resetAt: new Date(Date.now() + 50) });
    const anHourAgo = Date.now() - 3_600_000;
    const clock = jest.spyOn(Date, 'now').mockReturnValue(anHourAgo);
    try {
      await expect(pacer.enter(AbortSignal.timeout(1_000))).resolves.toBeUndefined();
    } finally {
      clock.mockRestore();
    }
  });

  it('ends with the deadline, whose error names what the call was waiting for', async () => {
    server.plan(usedUp(60));
    const client = create();
    await client.GET('/workspace');
    await expect(client.GET('/workspace', { timeoutMs: 100 })).rejects.toThrow(
      'GET /workspace took more than 100 ms and was aborted while waiting for the rate limit of the service',
    );
    expect(server.requests).toHaveLength(1);
  });
});

/**
 * Uses no sockets, because fake timers do not affect them. The first response is an error, so its call waits for the
 * limit again.
 */
function respondOncePerMinute(): (request: Request) => Promise<Response> {
  let responses = 0;
  return async () => {
    responses += 1;
    const reset = Math.floor(Date.now() / 60_000) * 60 + 60;
    const limits = {
      'x-ratelimit-limit': '1',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': `${reset}`,
    };
    return Response.json(
      { success: true, data: {} },
      { status: responses === 1 ? 503 : 200, headers: limits },
    );
  };
}

/** Uses the last request of a window that ends in this number of seconds. */
function usedUp(seconds: number): Behaviour {
  return (response, request) => {
    const now = Math.floor(Date.now() / 1_000);
    const limits = { 'x-ratelimit-limit': 1, 'x-ratelimit-remaining': 0, 'x-ratelimit-reset': now + seconds };
    succeed({}, { ...limits, date: new Date(now * 1_000).toUTCString() })(response, request);
  };
}
