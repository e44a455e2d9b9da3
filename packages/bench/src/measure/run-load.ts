import autocannon from 'autocannon';
import type { Server } from '../stage/start-server.js';
import { percentile } from './percentile.js';
import { readCpuMicros } from './process-facts.js';

/** Sends one request of the load. `number` is its position among all requests, so that none is repeated. */
export type MakeRequest = (number: number) => {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
};

export interface LoadOptions {
  readonly token: string;
  readonly seconds: number;
  readonly connections: number;
  /** Requests per second; the default is as many as possible. */
  readonly rate?: number;
  readonly makeRequest: MakeRequest;
  /** Further headers of each request. */
  readonly makeHeaders?: () => Readonly<Record<string, string>>;
  /** Continues over several runs, so that no run repeats the requests of another. */
  readonly counter: { next: number };
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU time of the server process per request. */
  readonly cpuMicros: number;
}

export async function runLoad(
  server: Pick<Server, 'url' | 'pid'>,
  options: LoadOptions,
): Promise<LoadResult> {
  const { token, seconds, connections, rate, makeRequest, makeHeaders, counter } = options;
  const before = await readCpuMicros(server.pid);
  const latenciesMs: number[] = [];
  const result = await runCannon(latenciesMs, {
    url: server.url,
    connections,
    duration: seconds,
    ...(rate !== undefined && { overallRate: rate }),
    requests: [
      {
        setupRequest(request: autocannon.Request) {
          const { method, path, body } = makeRequest(counter.next);
          counter.next += 1;
          const headers = {
            authorization: `Bearer ${token}`,
            ...(body && { 'content-type': 'application/json' }),
            ...makeHeaders?.(),
          };
          return { ...request, method, path, headers, ...(body !== undefined && { body }) };
        },
      },
    ],
  });
  const cpu = (await readCpuMicros(server.pid)) - before;
  const succeeded = result['2xx'];
  if (result.non2xx > 0 || result.errors > 0 || succeeded === 0) {
    const statuses = JSON.stringify(result.statusCodeStats);
    throw new Error(
      `${server.url}: ${succeeded} successful responses, ${result.errors} errors, ${statuses}.`,
    );
  }
  return {
    requestsPerSecond: succeeded / result.duration,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
    cpuMicros: cpu / succeeded,
  };
}

/** Adds the time of each response to the list: the histogram of autocannon has whole milliseconds. */
function runCannon(latenciesMs: number[], options: autocannon.Options): Promise<autocannon.Result> {
  return new Promise((resolve, reject) => {
    const cannon = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
    cannon.on('response', (_client, _status, _bytes, latencyMs) => latenciesMs.push(latencyMs));
  });
}
