import type { ServerResponse } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { waitUntil } from '@parley/testkit/wait-until';
import { postEvent } from '../../../src/outbound-http/request/post-event.js';
import { startReceiver, startTcpReceiver } from '../start-receiver.js';
import { useOutbound } from '../use-outbound.js';
import { untilClosed } from './watch-socket.js';

const { use, useAgent, post } = useOutbound({ allowedCidrs: ['127.0.0.0/8'] });

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
    await waitUntil(() => receiver.requests.length === 1);

    expect(await postEvent(agent, eventFor('well'))).toMatchObject({ kind: 'responded' });
    agent.destroy();
    expect(await stuck).toMatchObject({ kind: 'failed' });
  });
});

describe('many requests that timed out while they waited for a connection', () => {
  it('are skipped without being sent, and the next one is sent', async () => {
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
    await waitUntil(() => held.length > 0);
    held[0]?.end();

    expect(await first).toMatchObject({ kind: 'responded' });
    expect(await next).toMatchObject({ kind: 'responded' });
    expect(receiver.requests.map(({ body }) => body)).toEqual(['first', 'next']);
  });
});

describe('a caller that aborts', () => {
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
