import { defaultSizes } from '@parley/core';
import {
  type Database,
  dropPartitions,
  listPartitions,
  makePartitions,
  openDatabase,
  type Partition,
} from '@parley/database';
import { createWorker, maintain, parseWorkerConfig } from '@parley/worker';
import { pino } from 'pino';
import { testKeys } from '../../database/test-keys.js';
import { createDayClock, type DayClock } from './day-clock.js';
import { type DeliveryProbe, type DeliveryTimes, startDeliveryProbe } from './delivery-probe.js';
import { countExpired, measureBytes, vacuum } from './stored-data.js';
import { createDailyWorkspace, type DailyWorkspace, shortRetention, usualRetention } from './workspaces.js';
import { writeDay } from './write-day.js';

export interface Simulation {
  readonly aged: SimulatedDatabase;
  /** A database in which nothing happens but deliveries, for comparison: the machine may be busier at the end. */
  readonly fresh: SimulatedDatabase;
  readonly days: number;
  /** The events of a day, in both workspaces together. */
  readonly eventsPerDay: number;
  /** The deliveries that are measured on each day of the first and of the last week. */
  readonly probesPerDay: number;
  /** The simulation fails when it has taken this long; there is no default. */
  readonly limitMs?: number;
  readonly onDay?: (day: number, result: DayResult) => void;
}

export interface DayResult {
  /** The size on disk at the end of the day. */
  readonly bytes: number;
  /** Undefined between the first and the last week. */
  readonly deliveries: DeliveryTimes | undefined;
}

export interface SimulatedDatabase {
  readonly url: string;
  readonly database: Database;
}

export interface SimulatedDays {
  readonly partitions: { readonly made: number; readonly dropped: number; readonly left: number };
  /** The size on disk at the end of each day. */
  readonly bytes: readonly number[];
  /** How many records the maintenance has removed one by one, by kind. */
  readonly removed: Readonly<Record<string, number>>;
  /** Rows that are older than the retention at the end, by table. */
  readonly expired: Readonly<Record<string, number>>;
  /** The times from commit to receiver, in milliseconds, on each day of the first and of the last week. */
  readonly firstWeek: readonly DeliveryTimes[];
  readonly lastWeek: readonly DeliveryTimes[];
}

/**
 * Writes the data of many days and runs the maintenance of a worker after each, with a clock that it moves from day to day.
 * The first and the last week also have deliveries of a real worker. The database must be new.
 */
export async function simulateDays(simulation: Simulation): Promise<SimulatedDays> {
  const clock = createDayClock(simulation.days);
  clock.moveTo(0);
  await startPartitionsAt(simulation.aged.database, clock.now());
  const probe = await startDeliveryProbe();
  const stopWorkers: (() => Promise<void>)[] = [];
  try {
    stopWorkers.push(await startWorker(simulation.aged, clock.now));
    stopWorkers.push(await startWorker(simulation.fresh, () => new Date()));
    return await runDays(simulation, clock, probe);
  } finally {
    for (const stop of stopWorkers) await stop();
    await probe.stop();
  }
}

async function startWorker({ url }: SimulatedDatabase, now: () => Date): Promise<() => Promise<void>> {
  const database = openDatabase({ url, keys: testKeys });
  const worker = createWorker({
    database,
    // It delivers only. The simulation runs the maintenance itself, at the end of each day, and counts what that removes.
    config: parseWorkerConfig({ WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8', WORKER_TASKS: 'deliveries' }),
    logger: pino({ level: 'silent' }),
    now,
  });
  await worker.start();
  return async () => {
    await worker.stop();
    await database.close();
  };
}

const weekDays = 7;
const warmUpProbes = 300;

async function runDays(
  { aged: { database }, fresh, days, eventsPerDay, probesPerDay, limitMs, onDay }: Simulation,
  clock: DayClock,
  probe: DeliveryProbe,
): Promise<SimulatedDays> {
  const few = Math.ceil(eventsPerDay / 10);
  const options = { receiverUrl: probe.url, contacts: few };
  const usual = await createDailyWorkspace(database, usualRetention, options);
  const short = await createDailyWorkspace(database, shortRetention, options);
  const other = await createDailyWorkspace(fresh.database, usualRetention, options);
  const targets = {
    aged: { ...usual, database, now: clock.now },
    fresh: { ...other, database: fresh.database, now: () => new Date() },
  };
  const known = new Map<string, Partition>();
  const removed: Record<string, number> = {};
  const bytes: number[] = [];
  let maintainedAt = clock.now();
  const firstWeek: DeliveryTimes[] = [];
  const lastWeek: DeliveryTimes[] = [];
  const endsAtMs = performance.now() + (limitMs ?? Number.POSITIVE_INFINITY);
  // The first deliveries of a process are slower.
  await probe.measure(targets, Math.min(warmUpProbes, 3 * probesPerDay));
  for (let day = 0; day < days; day += 1) {
    if (performance.now() > endsAtMs)
      throw new Error(`The simulation has taken too long, at day ${day + 1}.`);
    clock.moveTo(day + 0.5);
    await writeDay(database, usual, { start: clock.startOf(day), events: eventsPerDay - few });
    await writeDay(database, short, { start: clock.startOf(day), events: few });
    const week = day < weekDays ? firstWeek : day >= days - weekDays ? lastWeek : undefined;
    const deliveries = week && (await probe.measure(targets, probesPerDay));
    if (deliveries) week.push(deliveries);
    clock.moveTo(day + 1);
    maintainedAt = clock.now();
    await maintainAt(database, maintainedAt, removed);
    await vacuum(database);
    for (const partition of await listPartitions(database.pool)) known.set(partition.name, partition);
    bytes.push(await measureBytes(database));
    onDay?.(day, { bytes: bytes.at(-1) ?? 0, deliveries });
  }
  const left = await listPartitions(database.pool);
  return {
    partitions: { made: known.size, dropped: known.size - left.length, left: left.length },
    bytes,
    removed,
    expired: await findExpired(database, [usual, short], maintainedAt),
    firstWeek,
    lastWeek,
  };
}

/** The migrations create partitions from today on. */
async function startPartitionsAt({ pool }: Database, start: Date): Promise<void> {
  const client = await pool.connect();
  try {
    await dropPartitions(client, new Date(8_640_000_000_000_000));
    await makePartitions(client, start);
  } finally {
    client.release();
  }
}

async function maintainAt(database: Database, at: Date, removed: Record<string, number>): Promise<void> {
  const metrics = {
    countExpired(kind: string, count: number) {
      removed[kind] = (removed[kind] ?? 0) + count;
    },
    noteMaintenance: () => undefined,
  };
  await maintain({
    database,
    logger: pino({ level: 'silent' }),
    metrics,
    now: () => at,
    sizes: defaultSizes,
  });
}

async function findExpired(
  database: Database,
  workspaces: readonly DailyWorkspace[],
  now: Date,
): Promise<Record<string, number>> {
  const longestDays = Math.max(...workspaces.map(({ retention }) => retention.events));
  const expired: Record<string, number> = {};
  for (const workspace of workspaces)
    for (const [table, count] of Object.entries(
      await countExpired(database, workspace, { now, longestDays }),
    ))
      expired[table] = (expired[table] ?? 0) + count;
  return expired;
}
