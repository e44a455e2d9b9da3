import { median } from '../measure/median.js';
import type { Seed } from '../stage/seed.js';
import type { Server } from '../stage/start-server.js';
import type { Stage } from '../stage/start-stage.js';
import { searchBody } from './works.js';

export interface Growth {
  readonly smallMs: number;
  readonly largeMs: number;
}

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
  /** Like `afterChange`, with a bounded count, as a loop of the client sends it. */
  readonly bounded: Growth;
  /** Like `bounded`, for a page near the end that is read with a cursor. */
  readonly deepPage: Growth;
}

/** Measures the median time of single searches at two sizes, alternating with a comparison server. */
export async function measureSearch(
  stage: Stage,
  { rounds, ...options }: SearchOptions,
): Promise<SearchResult> {
  const known: SearchTimes[] = [];
  const changed: SearchTimes[] = [];
  const bounded: Growth[] = [];
  const deep: Growth[] = [];
  const leaveAsItIs = async () => {};
  const change = (tenant: Tenant) => touch(stage, tenant);
  await runRound(options, leaveAsItIs);
  for (let round = 0; round < rounds; round += 1) {
    known.push(await runRound(options, leaveAsItIs));
    changed.push(await runRound(options, change));
    bounded.push(
      await timeSizes(options, (tenant) => timeSearches(options.ours, tenant, change, boundedBody)),
    );
    const searchDeep = async (tenant: Tenant) =>
      timeSearches(options.ours, tenant, change, await deepBody(options.ours, tenant));
    deep.push(await timeSizes(options, searchDeep));
  }
  return {
    totalKnown: medians(known),
    afterChange: medians(changed),
    bounded: medianGrowth(bounded),
    deepPage: medianGrowth(deep),
  };
}

const { pagination, ...search }: { pagination: { page: number; limit: number } } = JSON.parse(searchBody);
const boundedBody = JSON.stringify({ ...search, pagination: { ...pagination, countUpTo: 1 } });

/** The search finds a third of the automations; the cursor points to one of the last pages. */
async function deepBody(ours: Server, tenant: Tenant): Promise<string> {
  const { total } = await post(ours, tenant, searchBody);
  const page = Math.floor(total / pagination.limit) - 3;
  const body = { ...search, pagination: { ...pagination, page, cursor: null, countUpTo: 1 } };
  const { nextCursor: cursor } = await post(ours, tenant, JSON.stringify(body));
  return JSON.stringify({ ...search, pagination: { limit: pagination.limit, cursor, countUpTo: 1 } });
}

async function timeSizes(
  { small, large }: Pick<SearchOptions, 'small' | 'large'>,
  time: (tenant: Tenant) => Promise<number>,
): Promise<Growth> {
  return { smallMs: await time(small), largeMs: await time(large) };
}

function medianGrowth(turns: readonly Growth[]): Growth {
  return {
    smallMs: median(turns.map(({ smallMs }) => smallMs)),
    largeMs: median(turns.map(({ largeMs }) => largeMs)),
  };
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

async function timeSearches(
  server: Server,
  tenant: Tenant,
  prepare: Prepare,
  body = searchBody,
): Promise<number> {
  const times: number[] = [];
  for (let number = 0; number < perRound; number += 1) {
    await prepare(tenant);
    const startedAt = performance.now();
    await post(server, tenant, body);
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

interface Pagination {
  readonly total: number;
  readonly nextCursor?: string | null;
}

async function post({ url }: Server, { token }: Tenant, body: string): Promise<Pagination> {
  const response = await fetch(`${url}/v3/automations/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
  });
  if (!response.ok) throw new Error(`A search got ${response.status}.`);
  const found = (await response.json()) as { pagination: Pagination };
  return found.pagination;
}

async function touch({ database }: Stage, { tenantId, automationId }: Tenant): Promise<void> {
  await database.pool.query('update automations set name = name where tenant_id = $1 and id = $2', [
    tenantId,
    automationId,
  ]);
}
