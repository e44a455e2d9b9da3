import { createServer } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import { listen } from '../../src/crash/listen.js';
import { openReadyClient, type ReadyClient } from '../../src/production/service/ready-client.js';
import { waitUntil } from '../../src/wait-until.js';

const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A process that returns these replies in turn, and then 200. */
async function startProcess(replies: readonly Reply[] = []) {
  const left = [...replies];
  const keys: unknown[] = [];
  const state = { isReady: true };
  const server = createServer((request, response) => {
    if (request.url === '/readyz') {
      response.writeHead(state.isReady ? 200 : 503).end();
      return;
    }
    keys.push(request.headers['idempotency-key']);
    const { status, headers } = left.shift() ?? { status: 200 };
    response.writeHead(status, headers).end('text');
  });
  const { url, stop } = await listen(server);
  stops.push(stop);
  return { url, keys, state };
}

function open(urls: readonly string[]): ReadyClient {
  const client = openReadyClient({ urls: () => urls, probeMs: 10, deadlineMs: 5_000 });
  stops.push(() => client.stop());
  return client;
}

const write = { method: 'POST', headers: { 'idempotency-key': 'one' } };
const away = { status: 503, headers: { 'retry-after': '0' } };

describe('a client that probes readiness', () => {
  test('retries a 503 with Retry-After, with the same key, and counts no failure', async () => {
    const { url, keys } = await startProcess([away, away]);
    const client = open([url]);
    expect((await client.send('/write', write)).status).toBe(200);
    expect(keys).toEqual(['one', 'one', 'one']);
    expect(client.counts).toMatchObject({ requests: 1, retries: 2 });
    expect(client.failures).toEqual([]);
  });

  test.each([500, 404, 503])(
    'counts a %i without Retry-After as failed, and does not retry it',
    async (status) => {
      const { url, keys } = await startProcess([{ status }]);
      const client = open([url]);
      await client.send('/write', write);
      expect(keys).toHaveLength(1);
      expect(client.failures).toEqual([`POST /write: ${status} text`]);
    },
  );

  test('sends nothing to a process that is not ready, and waits until one is', async () => {
    const [first, second] = [await startProcess(), await startProcess()];
    first.state.isReady = false;
    second.state.isReady = false;
    const client = open([first.url, second.url]);
    const sent = [1, 2, 3].map(() => client.send('/write', write));
    second.state.isReady = true;
    await Promise.all(sent);
    expect([first.keys.length, second.keys.length]).toEqual([0, 3]);
  });

  test('counts a connection that is closed without a response as failed', async () => {
    const server = createServer((request, response) => {
      if (request.url === '/readyz') response.end();
      else response.destroy();
    });
    const { url, stop } = await listen(server);
    stops.push(stop);
    const client = open([url]);
    await expect(client.send('/write', write)).rejects.toThrow('fetch failed');
    expect(client.failures).toEqual([expect.stringContaining('fetch failed')]);
  });

  test('uses all processes in turn', async () => {
    const processes = [await startProcess(), await startProcess()];
    const client = open(processes.map(({ url }) => url));
    const isUsed = async () => {
      await client.send('/write', write);
      return processes.every(({ keys }) => keys.length > 0);
    };
    await waitUntil(isUsed);
  });
});
