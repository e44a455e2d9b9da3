import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { listen } from '../crash/listen.js';

/** How a common load balancer checks: every second, and two failures in a row take a process out. */
const probeEveryMs = 1_000;
const failuresAllowed = 1;

export interface LoadBalancer {
  readonly url: string;
  /** The processes that get requests now. */
  readonly ready: readonly string[];
  /** What clients got because no process, or a process that closed its connection, was chosen. */
  readonly failures: readonly string[];
  stop(): Promise<void>;
}

/** Sends each request to the next process that is ready, over connections that are kept, and never retries. */
export async function startLoadBalancer(processes: readonly string[]): Promise<LoadBalancer> {
  const failures: string[] = [];
  const agent = new Agent({ keepAlive: true });
  const stopping = new AbortController();
  const states = processes.map((url) => ({ url, isReady: false, failed: 0 }));
  const ready = () => states.filter(({ isReady }) => isReady).map(({ url }) => url);
  let turn = 0;

  const probes = states.map(async (state) => {
    while (!stopping.signal.aborted) {
      state.failed = (await isReady(state.url)) ? 0 : state.failed + 1;
      state.isReady = state.failed === 0 || (state.isReady && state.failed <= failuresAllowed);
      await delay(probeEveryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  });

  const server = createServer((incoming, outgoing) => {
    const urls = ready();
    turn += 1;
    const target = urls[turn % urls.length];
    const fail = (reason: string) => {
      failures.push(`${incoming.method} ${incoming.url}: ${reason}`);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    };
    if (target === undefined) fail('no process is ready');
    else forward(incoming, outgoing, { target, agent, fail });
  });
  const { url, stop } = await listen(server);
  return {
    url,
    get ready() {
      return ready();
    },
    failures,
    async stop() {
      stopping.abort();
      await Promise.all(probes);
      agent.destroy();
      await stop();
    },
  };
}

interface Forwarding {
  readonly target: string;
  readonly agent: Agent;
  readonly fail: (reason: string) => void;
}

function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { target, agent, fail }: Forwarding,
): void {
  const { method, headers } = incoming;
  const { connection: _, ...kept } = headers;
  const options = { agent, headers: kept, ...(method !== undefined && { method }) };
  const upstream = request(`${target}${incoming.url}`, options, (response) => {
    const { connection: __, ...rest } = response.headers;
    outgoing.writeHead(response.statusCode ?? 502, rest);
    response.once('error', ({ message }) => fail(`${target} ${message}`));
    response.pipe(outgoing);
  });
  upstream.once('error', ({ message }) => fail(`${target} ${message}`));
  incoming.pipe(upstream);
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(
    () => undefined,
  );
  await response?.body?.cancel();
  return response?.ok === true;
}
