import { median } from '../measure/median.js';
import type { Seed } from '../stage/seed.js';
import type { Server } from '../stage/start-server.js';
import type { Stage } from '../stage/start-stage.js';
import { searchBody } from './works.js';

type Tenant = Seed & { readonly token: string };

export interface SearchTimes {
  readonly smallMs: number;
  readonly largeMs: number;
  /** The time of the peer, at the small size. */
  readonly peerMs: number;
}

export interface SearchOptions {
  readonly ours: Server;
  readonly peer: Server;
  readonly small: Tenant;
  readonly large: Tenant;
  readonly rounds: number;
}

export interface SearchResult {
  readonly totalKnown: SearchTimes;
  /** Changes an automation of the tenant before each search, so that no total is cached. */
  readonly afterChange: SearchTimes;
}

/** Measures the median time of single searches at two sizes and beside a peer, alternately. */
export async function measureSearch(
  stage: Stage,
  { rounds, ...options }: SearchOptions,
): Promise<SearchResult> {
  const known: SearchTimes[] = [];
  const changed: SearchTimes[] = [];
  const leaveAsItIs = async () => {};
  const change = (tenant: Tenant) => touch(stage, tenant);
  await runRound(options, leaveAsItIs);
  for (let round = 0; round < rounds; round += 1) {
    known.push(await runRound(options, leaveAsItIs));
    changed.push(await runRound(options, change));
  }
  return { totalKnown: medians(known), afterChange: medians(changed) };
}

type Prepare = (tenant: Tenant) => Promise<void>;

async function runRound(
  { ours, peer, small, large }: Omit<SearchOptions, 'rounds'>,
  prepare: Prepare,
): Promise<SearchTimes> {
  return {
    smallMs: await timeSearches(ours, small, prepare),
    largeMs: await timeSearches(ours, large, prepare),
    peerMs: await timeSearches(peer, small, prepare),
  };
}

function medians(rounds: readonly SearchTimes[]): SearchTimes {
  const of = (key: keyof SearchTimes) => median(rounds.map((round) => round[key]));
  return { smallMs: of('smallMs'), largeMs: of('largeMs'), peerMs: of('peerMs') };
}

const perRound = 200;

async function timeSearches({ url }: Server, tenant: Tenant, prepare: Prepare): Promise<number> {
  const times: number[] = [];
  for (let number = 0; number < perRound; number += 1) {
    await prepare(tenant);
    const startedAt = performance.now();
    const response = await fetch(`${url}/v3/automations/search`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' },
      body: searchBody,
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`A search was refused with ${response.status}.`);
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

async function touch({ database }: Stage, { tenantId, automationId }: Tenant): Promise<void> {
  await database.pool.query('update automations set name = name where tenant_id = $1 and id = $2', [
    tenantId,
    automationId,
  ]);
}
