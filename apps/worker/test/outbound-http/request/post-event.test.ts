import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  createGuardedAgent,
  type GuardedAgentOptions,
} from '../../../src/outbound-http/request/guarded-agent.js';
import { type EventPost, postEvent } from '../../../src/outbound-http/request/post-event.js';
import { type Receiver, startReceiver, startTcpReceiver } from '../start-receiver.js';

const cleanUps: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function use(starting: Promise<Receiver>): Promise<Receiver> {
  const receiver = await starting;
  cleanUps.push(() => receiver.close());
  return receiver;
}

function useAgent(options: GuardedAgentOptions = {}) {
  const agent = createGuardedAgent({ allowedCidrs: ['127.0.0.0/8'], ...options });
  cleanUps.push(async () => agent.destroy());
  return agent;
}

function post({ port }: Receiver, options: Partial<EventPost> = {}) {
  return postEvent(useAgent(), { url: `http://127.0.0.1:${port}/hook`, headers: {}, body: '{}', ...options });
}

describe('the request', () => {
  it('is a JSON POST to the path and query of the URL, with our name and the given headers only', async () => {
    const receiver = await use(startReceiver());

    await post(receiver, {
      url: `http://127.0.0.1:${receiver.port}/hooks/ä%20b?token=1&x=%2F#part`,
      headers: { 'webhook-id': 'evt_1' },
      body: '{"text":"Grüße 👋"}',
    });

    expect(receiver.requests).toEqual([
      {
        method: 'POST',
        path: '/hooks/%C3%A4%20b?token=1&x=%2F',
        body: '{"text":"Grüße 👋"}',
        headers: {
          host: `127.0.0.1:${receiver.port}`,
          connection: 'keep-alive',
          'content-type': 'application/json',
          'content-length': '23',
          'user-agent': 'Parley-Webhooks/1',
          'webhook-id': 'evt_1',
        },
      },
    ]);
  });

  it('carries no cookie that an earlier answer set', async () => {
    const receiver = await use(
      startReceiver((response) => response.setHeader('set-cookie', 'session=1').end()),
    );
    const agent = useAgent();
    const event = { url: `http://127.0.0.1:${receiver.port}/`, headers: {}, body: '{}' };

    await postEvent(agent, event);
    await postEvent(agent, event);

    expect(receiver.requests.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined]);
  });

  it.each([
    ['user:pa%20ss', 'user:pa ss'],
    ['user', 'user:'],
    ['100%', '100%:'],
  ])('carries the credentials of the URL, %p', async (userinfo, credentials) => {
    const receiver = await use(startReceiver());

    await post(receiver, { url: `http://${userinfo}@127.0.0.1:${receiver.port}/` });

    const expected = `Basic ${Buffer.from(credentials).toString('base64')}`;
    expect(receiver.requests[0]?.headers.authorization).toBe(expected);
  });

  it.each([
    '',
    'hooks.example',
    '/hook',
    'ftp://127.0.0.1/',
    'file:///etc/passwd',
    'http://',
    'http://[::1',
    'http://1.2.3.4.5/',
    'http://a:99999/',
    'javascript:alert(1)',
    'unix:/run/docker.sock',
    'gopher://127.0.0.1/',
  ])('is not made for %p: invalid_url', async (url) => {
    expect(await postEvent(useAgent(), { url, headers: {}, body: '{}' })).toMatchObject({
      kind: 'failed',
      reason: 'invalid_url',
    });
  });

  it('is refused loudly when a header of ours is malformed', async () => {
    const receiver = await use(startReceiver());

    await expect(post(receiver, { headers: { 'webhook-id': 'a\r\nx: y' } })).rejects.toThrow('invalid');
    expect(receiver.requests).toHaveLength(0);
  });
});

describe('the answer', () => {
  it.each([200, 204, 299, 400, 404, 410, 429, 500, 503])('%d is told as it is', async (statusCode) => {
    const receiver = await use(startReceiver((response) => response.writeHead(statusCode).end()));

    expect(await post(receiver)).toEqual({
      kind: 'responded',
      statusCode,
      bodyText: '',
      durationMs: expect.any(Number),
    });
  });

  it.each([301, 302, 303, 307, 308])('%d is not followed, wherever it leads', async (statusCode) => {
    const target = await use(startReceiver());
    const location = `http://127.0.0.1:${target.port}/latest/meta-data/`;
    const receiver = await use(
      startReceiver((response) => response.writeHead(statusCode, { location }).end()),
    );

    expect(await post(receiver)).toMatchObject({ kind: 'responded', statusCode });
    expect(target.sockets).toHaveLength(0);
  });

  it('has the time the receiver asks for', async () => {
    const receiver = await use(
      startReceiver((response) => response.writeHead(503, { 'retry-after': '120' }).end()),
    );

    expect(await post(receiver)).toMatchObject({ statusCode: 503, retryAfterMs: 120_000 });
  });

  it.each<{ value: string | string[] }>([{ value: ['5', '120'] }, { value: 'soon' }, { value: '' }])(
    'may ask for a pause in a way that makes no sense: $value',
    async ({ value }) => {
      const receiver = await use(
        startReceiver((response) => response.setHeader('retry-after', value).writeHead(503).end()),
      );

      expect(await post(receiver)).toEqual({
        kind: 'responded',
        statusCode: 503,
        bodyText: '',
        durationMs: expect.any(Number),
      });
    },
  );

  it('is kept up to 4 KiB, without NUL and with invalid UTF-8 replaced', async () => {
    const receiver = await use(
      startReceiver((response) =>
        response.end(
          Buffer.concat([Buffer.from('a\0b'), Buffer.from([0xff, 0xc3, 0x28]), Buffer.alloc(9_000, 'x')]),
        ),
      ),
    );

    const outcome = await post(receiver);

    expect(outcome).toMatchObject({ bodyText: `ab\uFFFD\uFFFD(${'x'.repeat(4_096 - 6)}` });
  });

  it('is not ended by half a character', async () => {
    const receiver = await use(startReceiver((response) => response.end(`${'x'.repeat(4_095)}€ and more`)));

    expect(await post(receiver)).toMatchObject({ bodyText: 'x'.repeat(4_095) });
  });

  it('of 60 KiB is read whole, so that the connection can be used again', async () => {
    const receiver = await use(startReceiver((response) => response.end('x'.repeat(60 * 1024))));
    const agent = useAgent();
    const event = { url: `http://127.0.0.1:${receiver.port}/`, headers: {}, body: '{}' };

    await postEvent(agent, event);
    await setImmediate();
    await postEvent(agent, event);

    expect(receiver.sockets).toHaveLength(1);
  });

  it('without an end is cut after 64 KiB and its connection is destroyed', async () => {
    const receiver = await use(
      startReceiver((response) => {
        response.writeHead(200);
        const chunk = Buffer.alloc(16 * 1024, 'x');
        const pour = () => {
          while (!response.destroyed && response.write(chunk));
        };
        response.on('drain', pour);
        pour();
      }),
    );

    const outcome = await post(receiver);

    expect(outcome).toMatchObject({ kind: 'responded', statusCode: 200, bodyText: 'x'.repeat(4_096) });
    await untilClosed(receiver.sockets[0]);
  });

  it('may be preceded by interim answers, though not by many', async () => {
    const hints = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';
    const final = 'HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n';
    const few = await use(
      startTcpReceiver((socket) => socket.once('data', () => socket.write(hints + final))),
    );
    const many = await use(
      startTcpReceiver((socket) => socket.once('data', () => socket.write(hints.repeat(100) + final))),
    );

    expect(await post(few)).toMatchObject({ kind: 'responded', statusCode: 202 });
    expect(await post(many)).toMatchObject({ kind: 'failed', reason: 'protocol' });
  });
});

describe('a receiver that misbehaves', () => {
  it.each<[string, string, (socket: Socket) => void]>([
    ['closes without an answer', 'connection', (socket) => socket.end()],
    ['resets the connection', 'connection', (socket) => socket.resetAndDestroy()],
    ['closes in the headers', 'connection', (socket) => socket.end('HTTP/1.1 200 OK\r\nx-a: ')],
    [
      'closes in the body',
      'connection',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc'),
    ],
    ['does not speak HTTP', 'protocol', (socket) => socket.end('220 mail.example ESMTP\r\n')],
    [
      'sends a broken chunk',
      'protocol',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'),
    ],
    ['answers 100', 'connection', (socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n')],
    [
      'switches protocols',
      'connection',
      (socket) => socket.write('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    ],
    [
      'sends huge headers',
      'too_large',
      (socket) => socket.write(`HTTP/1.1 200 OK\r\nx-a: ${'a'.repeat(20_000)}\r\n\r\n`),
    ],
    [
      'sends very many headers',
      'too_large',
      (socket) => socket.write(`HTTP/1.1 200 OK\r\n${'x-a: b\r\n'.repeat(5_000)}\r\n`),
    ],
  ])('%s: failed as %s and disconnected', async (_behaviour, reason, behave) => {
    const receiver = await use(startTcpReceiver((socket) => socket.once('data', () => behave(socket))));

    const outcome = await post(receiver);

    expect(outcome).toMatchObject({ kind: 'failed', reason, message: expect.stringMatching(/\.$/) });
    await untilClosed(receiver.sockets[0]);
  });

  it('does not listen: failed as connection', async () => {
    const receiver = await startReceiver();
    await receiver.close();

    expect(await post(receiver)).toMatchObject({
      kind: 'failed',
      reason: 'connection',
      message: 'The connection failed (ECONNREFUSED).',
    });
  });
});

describe('the deadline', () => {
  const timeoutMs = 150;

  it.each<[string, (socket: Socket) => void]>([
    ['says nothing', () => {}],
    ['does not read', (socket) => socket.pause()],
    ['drips its headers', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nx-a: ')],
    ['drips its body', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n')],
    [
      'drips chunks',
      (socket) => drip(socket, 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', '1\r\nx\r\n'),
    ],
    ['never ends its body', (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc')],
  ])('ends an exchange with a receiver that %s', async (_behaviour, behave) => {
    const receiver = await use(startTcpReceiver(behave));

    const outcome = await post(receiver, { timeoutMs, body: 'x'.repeat(1_000_000) });

    expect(outcome).toMatchObject({
      kind: 'failed',
      reason: 'timeout',
      message: expect.stringContaining('0.15 s'),
    });
    expectAbout(outcome.durationMs, timeoutMs);
    receiver.sockets[0]?.resume();
    await untilClosed(receiver.sockets[0]);
  });

  it('ends a TLS handshake that gets no reply', async () => {
    const receiver = await use(startTcpReceiver(() => {}));

    const outcome = await post(receiver, { url: `https://127.0.0.1:${receiver.port}/`, timeoutMs });

    expect(outcome).toMatchObject({ kind: 'failed', reason: 'timeout' });
    expectAbout(outcome.durationMs, timeoutMs);
  });

  it('ends a look-up that gets no reply, and the event is not sent when the reply comes later', async () => {
    const receiver = await use(startReceiver());
    let reply: (addresses: string[]) => void = () => {};
    const replied = new Promise<string[]>((resolve) => {
      reply = resolve;
    });
    const agent = useAgent({ resolve: () => replied });
    const url = `http://slow.example:${receiver.port}/`;

    const outcome = await postEvent(agent, { url, headers: {}, body: 'late', timeoutMs });
    const next = postEvent(agent, { url, headers: {}, body: 'in time' });
    reply(['127.0.0.1']);

    expect(outcome).toMatchObject({ kind: 'failed', reason: 'timeout' });
    expectAbout(outcome.durationMs, timeoutMs);
    expect(await next).toMatchObject({ kind: 'responded' });
    await agent.close();
    expect(receiver.requests.map(({ body }) => body)).toEqual(['in time']);
  });

  it('counts the time a request waits for a free connection', async () => {
    const receiver = await use(startTcpReceiver(() => {}));
    const agent = useAgent({ connectionsPerTarget: 1 });
    const event = { url: `http://127.0.0.1:${receiver.port}/`, headers: {}, body: '{}', timeoutMs };

    const outcomes = await Promise.all([postEvent(agent, event), postEvent(agent, event)]);

    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ kind: 'failed', reason: 'timeout' });
      expectAbout(outcome.durationMs, timeoutMs);
    }
  });
});

describe('two endpoints on one host', () => {
  it('share no connections: one that hangs takes none from the other', async () => {
    const receiver = await use(startReceiver((response, { path }) => path === '/well' && response.end()));
    const agent = useAgent({ connectionsPerTarget: 1 });
    const eventFor = (endpoint: string) => ({
      url: `http://127.0.0.1:${receiver.port}/${endpoint}`,
      endpoint,
      headers: {},
      body: '{}',
      timeoutMs: 5_000,
    });
    const stuck = postEvent(agent, eventFor('stuck'));
    await until(() => receiver.requests.length === 1);

    expect(await postEvent(agent, eventFor('well'))).toMatchObject({ kind: 'responded' });
    agent.destroy();
    expect(await stuck).toMatchObject({ kind: 'failed' });
  });
});

describe('many requests that waited in vain for a connection', () => {
  it('are passed over without being sent, and the next one is', async () => {
    const held: ServerResponse[] = [];
    const receiver = await use(
      startReceiver((response, { body }) => (body === 'first' ? held.push(response) : response.end())),
    );
    const agent = useAgent({ connectionsPerTarget: 1 });
    const event = { url: `http://127.0.0.1:${receiver.port}/`, headers: {} };

    const first = postEvent(agent, { ...event, body: 'first' });
    const inVain = Array.from({ length: 5_000 }, () =>
      postEvent(agent, { ...event, body: 'in vain', timeoutMs: 50 }),
    );
    const next = postEvent(agent, { ...event, body: 'next' });
    for (const outcome of await Promise.all(inVain))
      if (outcome.kind !== 'failed') throw new Error('It was sent.');
    await until(() => held.length > 0);
    held[0]?.end();

    expect(await first).toMatchObject({ kind: 'responded' });
    expect(await next).toMatchObject({ kind: 'responded' });
    expect(receiver.requests.map(({ body }) => body)).toEqual(['first', 'next']);
  });
});

describe('a caller that gives up', () => {
  it('gets "aborted" at once, and the connection is destroyed', async () => {
    const controller = new AbortController();
    const receiver = await use(startTcpReceiver((socket) => socket.once('data', () => controller.abort())));

    const outcome = await post(receiver, { signal: controller.signal });

    expect(outcome).toMatchObject({ kind: 'failed', reason: 'aborted' });
    await untilClosed(receiver.sockets[0]);
  });

  it('before the start sends nothing', async () => {
    const receiver = await use(startReceiver());
    const agent = useAgent();
    const event = { url: `http://127.0.0.1:${receiver.port}/`, headers: {}, body: '{}' };

    expect(await postEvent(agent, { ...event, signal: AbortSignal.abort() })).toMatchObject({
      reason: 'aborted',
    });
    await agent.close();
    expect(receiver.requests).toHaveLength(0);
  });
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await setImmediate();
}

function drip(socket: Socket, start: string, drop = 'x'): void {
  socket.write(start);
  const timer = setInterval(() => socket.write(drop), 10);
  socket.once('close', () => clearInterval(timer));
}

async function untilClosed(socket: Socket | undefined): Promise<void> {
  // Not by `once` of node:events, which rejects when the connection is reset.
  if (socket && !socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  expect(socket?.destroyed).toBe(true);
}

/** Timers may fire a millisecond early by the clock, and late on a busy machine. */
function expectAbout(durationMs: number, timeoutMs: number): void {
  expect(durationMs).toBeGreaterThanOrEqual(timeoutMs - 2);
  expect(durationMs).toBeLessThan(timeoutMs + 2_000);
}
