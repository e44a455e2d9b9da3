import { median } from '../measure/median.js';
import type { Server } from '../stage/start-server.js';
import { searchBody } from './works.js';

export interface Growth {
  readonly smallMs: number;
  readonly largeMs: number;
  readonly ratio: number;
}

/** The median time of one search after another at two sizes, taking turns. */
export async function measureSearchGrowth(
  server: Server,
  { small, large, rounds }: { small: string; large: string; rounds: number },
): Promise<Growth> {
  const times: Record<'small' | 'large', number[]> = { small: [], large: [] };
  for (let round = 0; round < rounds; round += 1) {
    times.small.push(await timeSearches(server, small));
    times.large.push(await timeSearches(server, large));
  }
  const smallMs = median(times.small);
  const largeMs = median(times.large);
  return { smallMs, largeMs, ratio: largeMs / smallMs };
}

const perRound = 200;

async function timeSearches({ url }: Server, token: string): Promise<number> {
  const body = searchBody;
  const times: number[] = [];
  for (let number = 0; number < perRound; number += 1) {
    const startedAt = performance.now();
    const response = await fetch(`${url}/v3/automations/search`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`A search was answered with ${response.status}.`);
    times.push(performance.now() - startedAt);
  }
  return median(times);
}
