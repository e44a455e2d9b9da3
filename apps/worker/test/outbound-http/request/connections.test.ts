import { describe, expect, it } from '@jest/globals';
import { postEvent } from '../../../src/outbound-http/request/post-event.js';
import { startReceiver, startTcpReceiver } from '../start-receiver.js';
import { postOnce, useOutbound } from '../use-outbound.js';
import { askToKeepAlive, untilClosed } from './watch-socket.js';

const { use, useAgent, useReceiver } = useOutbound();

describe('connections', () => {
  it('are kept alive and reused', async () => {
    const receiver = await useReceiver();
    const agent = useAgent({ allowedCidrs: ['127.0.0.0/8'] });

    for (let count = 0; count < 5; count += 1) await postOnce(agent, `http://127.0.0.1:${receiver.port}/`);

    expect(receiver.requests).toHaveLength(5);
    expect(receiver.sockets).toHaveLength(1);
  });

  it('are closed when they are idle for as long as their age allows, although the receiver asks for more', async () => {
    const receiver = await use(startTcpReceiver(askToKeepAlive));
    const agent = useAgent({ allowedCidrs: ['127.0.0.0/8'], maxConnectionAgeMs: 100 });
    await postOnce(agent, `http://127.0.0.1:${receiver.port}/`);
    await untilClosed(receiver.sockets[0]);
  });

  it('are limited for each origin', async () => {
    const receiver = await useReceiver();
    const agent = useAgent({ allowedCidrs: ['127.0.0.0/8'], connectionsPerTarget: 3 });

    await Promise.all(
      Array.from({ length: 50 }, () => postOnce(agent, `http://127.0.0.1:${receiver.port}/`)),
    );

    expect(receiver.requests).toHaveLength(50);
    expect(receiver.sockets).toHaveLength(3);
  });

  it('are renewed under load when they are old, and no request is lost', async () => {
    let nowMs = 0;
    const receiver = await use(
      startReceiver((response) => {
        nowMs += 5_000;
        response.end();
      }),
    );
    const agent = useAgent({ allowedCidrs: ['127.0.0.0/8'], connectionsPerTarget: 2, now: () => nowMs });
    const url = `http://127.0.0.1:${receiver.port}/`;

    const outcomes = await Promise.all(Array.from({ length: 60 }, () => postOnce(agent, url)));

    expect(outcomes.filter(({ kind }) => kind === 'responded')).toHaveLength(60);
    // A connection lives through six or seven responses of five seconds, two at a time.
    expect(receiver.sockets.length).toBeGreaterThanOrEqual(8);
    expect(receiver.sockets.length).toBeLessThanOrEqual(22);
  });

  it('are closed with the agent after the requests in flight, including those that wait', async () => {
    const receiver = await useReceiver();
    const agent = useAgent({ allowedCidrs: ['127.0.0.0/8'], connectionsPerTarget: 2 });
    const url = `http://127.0.0.1:${receiver.port}/`;

    const underWay = Array.from({ length: 20 }, () => postOnce(agent, url));
    await agent.close();
    const late = await postOnce(agent, url);

    for (const outcome of await Promise.all(underWay)) expect(outcome).toMatchObject({ kind: 'responded' });
    expect(late).toMatchObject({ kind: 'failed', reason: 'aborted' });
    expect(receiver.requests).toHaveLength(20);
  });

  it('are closed with an agent that has none', async () => {
    await expect(useAgent().close()).resolves.toBeUndefined();
  });

  it('are not opened again after an aborted request', async () => {
    const controller = new AbortController();
    const receiver = await use(startTcpReceiver((socket) => socket.on('data', () => controller.abort())));
    const agent = useAgent({ allowedCidrs: ['127.0.0.0/8'] });
    const url = `http://127.0.0.1:${receiver.port}/`;

    await postEvent(agent, { url, headers: {}, body: '{}', signal: controller.signal });
    await untilClosed(receiver.sockets[0]);
    await agent.close();

    expect(receiver.sockets).toHaveLength(1);
  });
});
