import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { waitUntil } from '@parley/testkit/wait-until';
import { postEvent } from '../../../src/outbound-http/request/post-event.js';
import { type Receiver, startReceiver, startTcpReceiver } from '../start-receiver.js';
import { useOutbound } from '../use-outbound.js';
import { drip, untilClosed } from './watch-socket.js';

const { use, useAgent, post } = useOutbound({ allowedCidrs: ['127.0.0.0/8'] });

describe('a receiver that misbehaves', () => {
  it.each<[string, string, (socket: Socket) => void]>([
    ['closes without a response', 'connection', (socket) => socket.end()],
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
    ['responds with 100', 'connection', (socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n')],
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

  // Only the deadline and the measured duration follow the clock of the test; receivers drip by the real one.
  beforeEach(() => {
    const real = ['setImmediate', 'clearImmediate', 'setInterval', 'clearInterval', 'nextTick'] as const;
    jest.useFakeTimers({ doNotFake: [...real, 'queueMicrotask', 'hrtime', 'Date'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const passDeadline = () => jest.advanceTimersByTimeAsync(timeoutMs);

  async function passDeadlineOf(receiver: Receiver): Promise<void> {
    await waitUntil(() => receiver.sockets.length > 0);
    // The receiver has time to misbehave; the result does not depend on how much.
    for (let turn = 0; turn < 100; turn += 1) await setImmediate();
    await passDeadline();
  }

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

    const posting = post(receiver, { timeoutMs, body: 'x'.repeat(1_000_000) });
    await passDeadlineOf(receiver);
    const outcome = await posting;

    expect(outcome).toMatchObject({
      kind: 'failed',
      reason: 'timeout',
      message: expect.stringContaining('0.15 s'),
      durationMs: timeoutMs,
    });
    receiver.sockets[0]?.resume();
    await untilClosed(receiver.sockets[0]);
  });

  it('ends a TLS handshake that gets no reply', async () => {
    const receiver = await use(startTcpReceiver(() => {}));

    const posting = post(receiver, { url: `https://127.0.0.1:${receiver.port}/`, timeoutMs });
    await passDeadlineOf(receiver);

    expect(await posting).toMatchObject({ kind: 'failed', reason: 'timeout', durationMs: timeoutMs });
  });

  it('ends a lookup that gets no reply, and the event is not sent when the reply comes later', async () => {
    const receiver = await use(startReceiver());
    let reply: (addresses: string[]) => void = () => {};
    const replied = new Promise<string[]>((resolve) => {
      reply = resolve;
    });
    const agent = useAgent({ resolve: () => replied });
    const url = `http://slow.example:${receiver.port}/`;

    const late = postEvent(agent, { url, headers: {}, body: 'late', timeoutMs });
    await passDeadline();
    const outcome = await late;
    const next = postEvent(agent, { url, headers: {}, body: 'in time' });
    reply(['127.0.0.1']);

    expect(outcome).toMatchObject({ kind: 'failed', reason: 'timeout', durationMs: timeoutMs });
    expect(await next).toMatchObject({ kind: 'responded' });
    await agent.close();
    expect(receiver.requests.map(({ body }) => body)).toEqual(['in time']);
  });

  it('counts the time a request waits for a free connection', async () => {
    const receiver = await use(startTcpReceiver(() => {}));
    const agent = useAgent({ connectionsPerTarget: 1 });
    const event = { url: `http://127.0.0.1:${receiver.port}/`, headers: {}, body: '{}', timeoutMs };

    const posting = [postEvent(agent, event), postEvent(agent, event)];
    await passDeadlineOf(receiver);

    for (const outcome of await Promise.all(posting))
      expect(outcome).toMatchObject({ kind: 'failed', reason: 'timeout', durationMs: timeoutMs });
  });
});
