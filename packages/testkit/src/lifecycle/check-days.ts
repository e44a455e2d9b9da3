import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, runMigrations, startLocalPostgres } from '@parley/database';
import { summarize } from '../abuse/latency.js';
import { testKeys } from '../database/test-keys.js';
import { type SimulatedDays, simulateDays } from './days/simulate-days.js';
import type { Result } from './describe-results.js';

const days = 60;
const eventsPerDay = 10_000;
const probesPerDay = 400;

/** A partition of the first week is dropped after its last event has been kept for 30 days. */
const fullDay = 37;

/** Simulates sixty days with a PostgreSQL of its own, and reports what was kept, what was removed, and how fast deliveries are. */
export async function checkDays(): Promise<Result[]> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-days-'));
  const postgres = await startLocalPostgres({ dataDir: folder });
  try {
    await runMigrations(postgres.url);
    const database = openDatabase({ url: postgres.url, keys: testKeys });
    try {
      const url = postgres.url;
      const simulated = await simulateDays({ url, database, days, eventsPerDay, probesPerDay, onDay });
      return describe(simulated);
    } finally {
      await database.close();
    }
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function onDay(day: number, bytes: number): void {
  if ((day + 1) % 10 === 0) console.log(`  day ${day + 1}: ${megabytes(bytes)}`);
}

function describe({ partitions, bytes, removed, expired, firstWeekMs, lastWeekMs }: SimulatedDays): Result[] {
  const full = bytes[fullDay - 2] ?? 0;
  const later = Math.max(...bytes.slice(fullDay - 1));
  const [first, last] = [summarizeWeek(firstWeekMs), summarizeWeek(lastWeekMs)];
  const rows = Object.entries(expired).map(([table, count]) => `${count} in ${table}`);
  return [
    {
      what: `partitions created, dropped, left after ${days} days with ${eventsPerDay} events each`,
      measured: `${partitions.made}, ${partitions.dropped}, ${partitions.left}`,
      // There are thirteen weeks of three tables: four were dropped, five have data, and four are ahead.
      bound: '39, 12, 27',
      isMet: partitions.made === 39 && partitions.dropped === 12,
    },
    {
      what: `size on disk: day ${fullDay - 1}, the largest afterwards, day ${days}`,
      measured: [full, later, bytes.at(-1) ?? 0].map(megabytes).join(', '),
      bound: 'never above 1.1 × the first',
      isMet: later <= 1.1 * full,
    },
    {
      what: `rows beyond their retention; removed one by one: ${Object.values(removed).reduce((a, b) => a + b, 0)}`,
      measured: rows.join(', ') || '0',
      bound: '0',
      isMet: rows.length === 0,
    },
    {
      what: 'commit to receiver, first and last week: p50, p99 (median of the seven days)',
      measured: `${first.p50.toFixed(1)}, ${first.p99.toFixed(1)} ms; ${last.p50.toFixed(1)}, ${last.p99.toFixed(1)} ms`,
      bound: 'p99 at most 1.1 ×',
      isMet: last.p99 <= 1.1 * first.p99,
    },
  ];
}

/** A moment at which the machine was busy spoils the p99 of a day, and not the median of seven days. */
function summarizeWeek(week: readonly (readonly number[])[]): { readonly p50: number; readonly p99: number } {
  const daily = week.map(summarize);
  return {
    p50: summarize(daily.map(({ p50 }) => p50)).p50,
    p99: summarize(daily.map(({ p99 }) => p99)).p50,
  };
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`;
}
