import type pg from 'pg';
import { isLocked, type ShortLocks, withShortLocks } from '../with-short-locks.js';
import { maintenanceSchema } from './install-partition-functions.js';
import { listPartitions, type Partition } from './list-partitions.js';
import { lockPartitions } from './lock-partitions.js';
import { overAllTenants } from './over-all-tenants.js';
import { firstIdAt, partitionedTables } from './partitioned-tables.js';
import { removeResends } from './remove-resends.js';

export interface DroppedPartitions {
  readonly dropped: readonly string[];
  /**
   * Expired partitions that could not be dropped: their table was in use all the time, or deliveries are unfinished.
   */
  readonly kept: readonly string[];
}

/** The retries of a resend end within this time. */
const retriesMs = 4 * 24 * 60 * 60 * 1_000;

/**
 * Drops the partitions whose rows are all older than `before`: for each week, first the attempts, then the deliveries,
 * then the events. The attempts of later resends are deleted before. Each partition is dropped by a transaction of its own,
 * so that the next run continues after an interruption. A week with unfinished deliveries is kept for as long as retries can
 * take.
 */
export async function dropPartitions(
  client: pg.ClientBase,
  before: Date,
  locks: ShortLocks = fewAttempts,
): Promise<DroppedPartitions> {
  const due = (await listPartitions(client)).filter(({ until }) => until <= before);
  const dropped = await dropInOrder(client, due, { before, locks });
  const last = due.at(-1);
  if (last && dropped.length > 0) await unlistDropped(client, last.until);
  return { dropped, kept: due.map(({ name }) => name).filter((name) => !dropped.includes(name)) };
}

/** A few attempts are enough, because the maintenance runs every five minutes. */
const fewAttempts: ShortLocks = { attempts: 5 };

/** Returns the names of the dropped partitions. */
async function dropInOrder(
  client: pg.ClientBase,
  due: readonly Partition[],
  { before, locks }: { readonly before: Date; readonly locks: ShortLocks },
): Promise<string[]> {
  const dropped: string[] = [];
  for (const week of groupByEnd(due)) {
    if (await isAwaited(client, week, before)) continue;
    const deliveries = week.find(({ table }) => table === 'deliveries');
    if (deliveries) await removeResends(client, deliveries);
    for (const { name } of week) {
      // The table was in use at every attempt; the next run tries again.
      if (!(await drop(client, name, locks))) return dropped;
      dropped.push(name);
    }
  }
  return dropped;
}

/** Returns the partitions of each week, in the order in which they are dropped. */
function groupByEnd(partitions: readonly Partition[]): Partition[][] {
  const ends = [...new Set(partitions.map(({ until }) => until.getTime()))];
  return ends.map((end) =>
    partitionedTables.flatMap(({ table }) =>
      partitions.filter((partition) => partition.table === table && partition.until.getTime() === end),
    ),
  );
}

async function isAwaited(client: pg.ClientBase, week: readonly Partition[], before: Date): Promise<boolean> {
  const deliveries = week.find(({ table }) => table === 'deliveries');
  if (!deliveries || deliveries.until.getTime() <= before.getTime() - retriesMs) return false;
  const { from, until } = deliveries;
  const find = () =>
    client.query<{ found: boolean }>(
      `select exists (
         select from unfinished_deliveries where ($1::uuid is null or event_id >= $1::uuid) and event_id < $2::uuid
       ) as found`,
      [from && firstIdAt(from), firstIdAt(until)],
    );
  const { rows } = await overAllTenants(client, find);
  return rows[0]?.found ?? false;
}

/**
 * Removes the entries before this moment whose delivery does not exist, because its partition was dropped. This reads both
 * lists completely, so call it only after a partition was dropped. The computed array is explained at `inAnyPartition`
 * in `packages/core`: without it, PostgreSQL 18 can crash.
 */
async function unlistDropped(client: pg.ClientBase, until: Date): Promise<void> {
  for (const table of ['unfinished_deliveries', 'unsuccessful_deliveries']) {
    const remove = () =>
      client.query(
        `delete from ${table} listed where event_id < $1::uuid and not exists (
         select from deliveries delivery
         where delivery.tenant_id = listed.tenant_id and delivery.event_id = any (array_append(null::uuid[], listed.event_id))
           and delivery.id = listed.delivery_id and delivery.event_id < $1::uuid
       )`,
        [firstIdAt(until)],
      );
    await overAllTenants(client, remove);
  }
}

/** Returns false when the table was in use at every attempt. */
async function drop(client: pg.ClientBase, name: string, locks: ShortLocks): Promise<boolean> {
  try {
    const prepare = () => lockPartitions(client);
    const work = () => client.query(`select ${maintenanceSchema}.drop_partition($1)`, [name]);
    await withShortLocks(client, work, { ...locks, prepare });
    return true;
  } catch (error) {
    if (isLocked(error)) return false;
    throw error;
  }
}
