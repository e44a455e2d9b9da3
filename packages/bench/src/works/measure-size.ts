import { type Searchable, type SearchRequest, search } from '@parley/core';
import { startCpuMeter } from '../measure/cpu-meter.js';
import { median } from '../measure/median.js';
import { contextOf } from '../stage/context-of.js';
import type { Seed } from '../stage/seed.js';
import type { SeededLog } from '../stage/seed-deliveries.js';
import type { Stage } from '../stage/start-stage.js';
import { listSearches } from './searches-at-size.js';

export interface SearchAtSize {
  readonly name: string;
  readonly request: SearchRequest;
  /** A page without its total, and with an exact one. */
  readonly page: SearchTime;
  readonly exact: SearchTime;
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
  const time = async (searchable: Searchable<unknown>, request: SearchRequest): Promise<SearchTime> => {
    // The first search parses the statement and loads pages into memory.
    await search(context, searchable, request);
    const times: number[] = [];
    const readCpu = await startCpuMeter(stage.postgresPid, {});
    for (let round = 0; round < rounds; round += 1) {
      const startedAt = performance.now();
      await search(context, searchable, request);
      times.push(performance.now() - startedAt);
    }
    const { postgres } = await readCpu(rounds);
    return { p50Ms: median(times), cpuMs: postgres / 1_000 };
  };
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
  return results;
}
