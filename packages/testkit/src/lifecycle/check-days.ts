import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, openDatabase, runMigrations, startLocalPostgres } from '@parley/database';
import { summarize } from '../abuse/latency.js';
import { testKeys } from '../database/test-keys.js';
import type { DeliveryTimes } from './days/delivery-probe.js';
import { type SimulatedDatabase, type SimulatedDays, simulateDays } from './days/simulate-days.js';
import type { Result } from './describe-results.js';

const days = 60;
const eventsPerDay = 10_000;
/** The p99 of 5,000 deliveries varies by about 4 %; that of 400 varies by 12 %, more than the bound allows. */
const probesPerDay = 1_000;
const quietDays = 5;

/** A partition of the first week is dropped after its last event has been kept for 30 days. */
const fullDay = 37;

/** Simulates sixty days with a PostgreSQL of its own, and reports what was kept, what was removed, and how fast deliveries are. */
export async function checkDays(): Promise<Result[]> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-days-'));
  const postgres = await startLocalPostgres({ dataDir: folder });
  try {
    const freshUrl = await createDatabase(postgres.url, 'fresh');
    return await withDatabase(postgres.url, (aged) =>
      withDatabase(freshUrl, async (fresh) =>
        describe(await simulateDays({ aged, fresh, days, eventsPerDay, probesPerDay, onDay })),
      ),
    );
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function withDatabase<Value>(
  url: string,
  work: (migrated: SimulatedDatabase) => Promise<Value>,
): Promise<Value> {
  await runMigrations(url);
  const database = openDatabase({ url, keys: testKeys });
  try {
    return await work({ url, database });
  } finally {
    await database.close();
  }
}

function onDay(day: number, bytes: number): void {
  if ((day + 1) % 10 === 0) console.log(`  day ${day + 1}: ${megabytes(bytes)}`);
}

function describe({ partitions, bytes, removed, expired, firstWeek, lastWeek }: SimulatedDays): Result[] {
  const full = bytes[fullDay - 2] ?? 0;
  const later = Math.max(...bytes.slice(fullDay - 1));
  const [first, last] = [summarizeWeek(firstWeek), summarizeWeek(lastWeek)];
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
      what: 'commit to receiver, p50 and p99: first week, last week',
      measured: `${first.text}; ${last.text}`,
      bound: 'shown',
      isMet: true,
    },
    {
      what: 'p99 compared with that of a fresh database: first week, last week',
      measured: `${first.ratio.toFixed(2)} ×, ${last.ratio.toFixed(2)} ×`,
      bound: 'the last at most 1.1 × the first',
      isMet: last.ratio <= 1.1 * first.ratio,
    },
  ];
}

/**
 * The figures of a week are those of all deliveries on its five quietest days, by the fresh database: a moment at which
 * the machine is busy affects one day only. The p99 is compared with the p99 of the fresh database at the same time,
 * because the machine may be busier in the last week.
 */
function summarizeWeek(week: readonly DeliveryTimes[]): { readonly text: string; readonly ratio: number } {
  const quiet = [...week]
    .sort((one, other) => summarize(one.fresh).p99 - summarize(other.fresh).p99)
    .slice(0, quietDays);
  const aged = summarize(quiet.flatMap((day) => day.aged));
  const fresh = summarize(quiet.flatMap((day) => day.fresh));
  return {
    text: `${aged.p50.toFixed(1)} and ${aged.p99.toFixed(1)} ms`,
    ratio: aged.p99 / fresh.p99,
  };
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`;
}
