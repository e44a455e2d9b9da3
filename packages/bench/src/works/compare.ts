import { median } from '../measure/median.js';
import { type LoadOptions, type LoadResult, runLoad } from '../measure/run-load.js';
import type { Seed } from '../stage/seed.js';
import type { Server, ServerName } from '../stage/start-server.js';
import type { Work } from './works.js';

export interface CompareOptions {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
}

export interface Comparison {
  readonly work: Work;
  readonly results: ReadonlyMap<ServerName, LoadResult>;
}

/**
 * Measures servers in comparison. They run alternately, so that noise affects all of them; each figure is the median of
 * the rounds.
 */
export async function compare(
  servers: readonly Server[],
  work: Work,
  { seed, options }: { seed: Seed & { token: string }; options: CompareOptions },
): Promise<Comparison> {
  const counter = { next: 0 };
  const load = { token: seed.token, makeRequest: work.makeRequest(seed), counter };
  const rounds = new Map<ServerName, LoadResult[]>();
  for (const server of servers) {
    // A first request can take seconds: express-openapi-validator compiles the contract with it.
    await sendOne(server, load);
    await runLoad(server, { ...load, connections: options.connections, seconds: 2 });
  }
  for (let round = 0; round < options.rounds; round += 1) {
    for (const server of servers) {
      const result = await runLoad(server, { ...load, ...options });
      rounds.set(server.name, [...(rounds.get(server.name) ?? []), result]);
    }
  }
  return { work, results: new Map([...rounds].map(([name, results]) => [name, medians(results)])) };
}

async function sendOne(
  { url }: Server,
  { token, makeRequest, counter }: Pick<LoadOptions, 'token' | 'makeRequest' | 'counter'>,
): Promise<void> {
  const { path, ...request } = makeRequest(counter.next);
  counter.next += 1;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}${path}`, { ...request, headers });
  if (!response.ok) throw new Error(`${url}${path} returned ${response.status}: ${await response.text()}`);
  await response.text();
}

function medians(results: readonly LoadResult[]): LoadResult {
  const of = (key: keyof LoadResult) => median(results.map((result) => result[key]));
  return {
    requestsPerSecond: of('requestsPerSecond'),
    p50Ms: of('p50Ms'),
    p99Ms: of('p99Ms'),
    cpuMicros: of('cpuMicros'),
  };
}
