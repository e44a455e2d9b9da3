import { median } from '../measure/median.js';
import { runLoad } from '../measure/run-load.js';
import type { Seed } from '../stage/seed.js';
import type { Server } from '../stage/start-server.js';
import type { CompareOptions } from './compare.js';
import type { Work } from './works.js';

export interface AlternationOptions<Mode> {
  readonly seed: Seed & { token: string };
  readonly options: CompareOptions;
  /** Further headers of each request in a mode. */
  readonly headersOf?: (mode: Mode) => () => Readonly<Record<string, string>>;
}

/**
 * Measures the CPU time of a request in processes whose settings differ. The modes run alternately, so that noise
 * affects all of them; each figure is the median of the rounds.
 */
export async function alternateModes<Mode extends string>(
  servers: ReadonlyMap<Mode, Server>,
  work: Work,
  { seed, options, headersOf = () => () => ({}) }: AlternationOptions<Mode>,
): Promise<Readonly<Record<Mode, number>>> {
  const load = { token: seed.token, makeRequest: work.makeRequest(seed), counter: { next: 0 } };
  const rounds = new Map<Mode, number[]>([...servers.keys()].map((mode) => [mode, []]));
  for (let round = 0; round <= options.rounds; round += 1) {
    for (const [mode, server] of servers) {
      const { cpuMicros } = await runLoad(server, { ...load, ...options, makeHeaders: headersOf(mode) });
      // The first round warms the servers up.
      if (round > 0) rounds.get(mode)?.push(cpuMicros);
    }
  }
  const medians = [...rounds].map(([mode, figures]) => [mode, median(figures)]);
  // Each mode has its figure.
  return Object.fromEntries(medians) as Record<Mode, number>;
}
