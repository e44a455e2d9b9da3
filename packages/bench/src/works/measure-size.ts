import {
  allMessages,
  type CursorSearchRequest,
  type Searchable,
  type SearchRequest,
  search,
  searchByCursor,
} from '@parley/core';
import { startCpuMeter } from '../measure/cpu-meter.js';
import { median } from '../measure/median.js';
import { contextOf } from '../stage/context-of.js';
import type { Seed } from '../stage/seed.js';
import type { SeededLog } from '../stage/seed-deliveries.js';
import type { Stage } from '../stage/start-stage.js';
import { listMessageSearches, listSearches } from './searches-at-size.js';

export interface SearchAtSize {
  readonly name: string;
  readonly request: SearchRequest | CursorSearchRequest;
  /** A page without its total, and with an exact one, which a search by cursor does not have. */
  readonly page: SearchTime;
  readonly exact?: SearchTime;
}

export interface SearchTime {
  /** The median of the elapsed times. */
  readonly p50Ms: number;
  /** The mean CPU time of PostgreSQL, which means more than elapsed time on a machine that is busy. */
  readonly cpuMs: number;
}

interface SizeOptions {
  /** The number of times that each search is measured. */
  readonly rounds: number;
  /** Called after each search. */
  readonly onMeasured?: (measured: SearchAtSize) => void;
}

/** Measures each search by itself, as the API runs it, but without HTTP. */
export async function measureSize(
  stage: Pick<Stage, 'database' | 'postgresPid'>,
  seed: Seed & SeededLog,
  { rounds, onMeasured }: SizeOptions,
): Promise<SearchAtSize[]> {
  const context = contextOf(stage, seed.tenantId);
  const time = (searchable: Searchable<unknown>, request: SearchRequest) =>
    timeSearch(stage, rounds, () => search(context, searchable, request));
  const results: SearchAtSize[] = [];
  for (const { name, searchable, requests } of listSearches(seed)) {
    for (const request of requests) {
      const pagination = { ...request.pagination, countUpTo: 1 };
      const page = await time(searchable, { ...request, pagination });
      const measured = { name, request, page, exact: await time(searchable, request) };
      results.push(measured);
      onMeasured?.(measured);
    }
  }
  for (const request of listMessageSearches(seed)) {
    for (const measured of await timePages(request)) {
      results.push(measured);
      onMeasured?.(measured);
    }
  }
  return results;

  /** Measures the first page and the next one. */
  async function timePages(request: CursorSearchRequest): Promise<SearchAtSize[]> {
    const read = (page: CursorSearchRequest) => () => searchByCursor(context, allMessages, page);
    const { nextCursor } = await read(request)();
    const first = { name: 'messages', request, page: await timeSearch(stage, rounds, read(request)) };
    if (nextCursor === null) return [first];
    const next = await timeSearch(stage, rounds, read({ ...request, cursor: nextCursor }));
    return [first, { ...first, name: 'messages, next page', page: next }];
  }
}

async function timeSearch(
  { postgresPid }: Pick<Stage, 'postgresPid'>,
  rounds: number,
  run: () => Promise<unknown>,
): Promise<SearchTime> {
  // The first search parses the statement and loads pages into memory.
  await run();
  const times: number[] = [];
  const readCpu = await startCpuMeter(postgresPid, {});
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await run();
    times.push(performance.now() - startedAt);
  }
  const { postgres } = await readCpu(rounds);
  return { p50Ms: median(times), cpuMs: postgres / 1_000 };
}
