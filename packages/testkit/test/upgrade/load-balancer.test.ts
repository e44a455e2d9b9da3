import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { listen } from '../../src/crash/listen.js';
import { type LoadBalancer, startLoadBalancer } from '../../src/upgrade/load-balancer.js';
import { waitUntil } from '../../src/wait-until.js';

interface Backend {
  readonly url: string;
  readonly server: Server;
  isReady: boolean;
  served: number;
  stop(): Promise<void>;
}

const started: { stop(): Promise<void> }[] = [];

afterEach(async () => {
  for (const each of started.splice(0).reverse()) await each.stop();
});

async function startBackend(): Promise<Backend> {
  const state = { isReady: true, served: 0 };
  const server = createServer((request, response) => {
    if (request.url === '/readyz') response.writeHead(state.isReady ? 200 : 503).end();
    else {
      state.served += 1;
      request.pipe(response);
    }
  });
  const backend = Object.assign(state, { server, ...(await listen(server)) });
  started.push({ stop: async () => void (server.listening && (await backend.stop())) });
  return backend;
}

async function balance(...backends: Backend[]): Promise<LoadBalancer> {
  const balancer = await startLoadBalancer(backends.map(({ url }) => url));
  started.push(balancer);
  await waitUntil(() => balancer.ready.length === backends.length);
  return balancer;
}

const send = async ({ url }: LoadBalancer) => {
  const response = await fetch(`${url}/echo`, { method: 'POST', body: 'Hello' });
  return `${response.status} ${await response.text()}`;
};

describe('the load balancer of the upgrade', () => {
  it('sends requests to all processes in turn', async () => {
    const [first, second] = [await startBackend(), await startBackend()];
    const balancer = await balance(first, second);
    for (let number = 0; number < 4; number += 1) expect(await send(balancer)).toBe('200 Hello');
    expect([first.served, second.served]).toEqual([2, 2]);
  });

  it('sends no request to a process that is not ready, and uses it again when it is', async () => {
    const [first, second] = [await startBackend(), await startBackend()];
    const balancer = await balance(first, second);
    first.isReady = false;
    await waitUntil(() => balancer.ready.length === 1);
    for (let number = 0; number < 4; number += 1) await send(balancer);
    expect([first.served, balancer.failures]).toEqual([0, []]);
    first.isReady = true;
    await waitUntil(() => balancer.ready.length === 2);
  });

  it('counts a process that ends without a warning, and does not retry', async () => {
    const backend = await startBackend();
    const balancer = await balance(backend);
    await backend.stop();
    expect(await send(balancer)).toBe('502 ');
    expect(balancer.failures).toEqual([
      expect.stringMatching(/^POST \/echo: http:.+ECONNREFUSED|socket hang up/),
    ]);
  });
});
