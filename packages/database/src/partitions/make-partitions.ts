import type pg from 'pg';
import { withShortLocks } from '../with-short-locks.js';
import { maintenanceSchema } from './install-partition-functions.js';
import { listPartitions } from './list-partitions.js';
import { lockPartitions } from './lock-partitions.js';
import { firstIdAt, type PartitionedTable, partitionedTables, weekMs, weekOf } from './partitioned-tables.js';

/**
 * Partitions are created at least this far ahead, so that rows can still be stored even if no worker creates more for a
 * while.
 */
const aheadMs = 4 * weekMs;

/**
 * Creates the partitions of the coming weeks that are missing, and returns their names. Each partition is committed
 * separately, so that the next run continues after an interruption. Writers do not wait: a partition is created as a
 * table and then attached, which locks only the referenced table (`tenants`, `webhooks`) against changes, for a moment.
 */
export async function makePartitions(client: pg.ClientBase, now: Date): Promise<string[]> {
  const made: string[] = [];
  for (const partitioned of [...partitionedTables].reverse()) {
    while ((await findNext(client, partitioned.table, now)) !== undefined) {
      const name = await withShortLocks(client, () => makeNext(client, partitioned, now), {
        prepare: () => lockPartitions(client),
      });
      if (name !== undefined) made.push(name);
    }
  }
  return made;
}

/**
 * Creates the partitions of past weeks that are missing since this moment, and returns their names. Only an import needs
 * them; the maintenance drops them like all others when their events have expired.
 */
export async function makePastPartitions(client: pg.ClientBase, since: Date): Promise<string[]> {
  const made: string[] = [];
  for (const partitioned of [...partitionedTables].reverse()) {
    for (let name: string | undefined = ''; name !== undefined; ) {
      name = await withShortLocks(client, () => makePrevious(client, partitioned, since), {
        prepare: () => lockPartitions(client),
      });
      if (name !== undefined) made.push(name);
    }
  }
  return made;
}

async function makePrevious(
  client: pg.ClientBase,
  partitioned: Partitioned,
  since: Date,
): Promise<string | undefined> {
  const [first] = (await listPartitions(client)).filter(({ table }) => table === partitioned.table);
  // The first partition of a new installation has everything before its end.
  const until = first?.from ?? null;
  if (until === null || until <= since) return undefined;
  return create(client, partitioned, { from: weekOf(new Date(until.getTime() - 1)), until });
}

type Partitioned = (typeof partitionedTables)[number];

/** Finds the beginning of the next partition, or undefined while there are enough. */
async function findNext(
  client: pg.ClientBase,
  table: PartitionedTable,
  now: Date,
): Promise<Date | undefined> {
  const last = (await listPartitions(client)).filter((partition) => partition.table === table).at(-1);
  const from = last?.until ?? weekOf(now);
  return from.getTime() < now.getTime() + aheadMs ? from : undefined;
}

async function makeNext(
  client: pg.ClientBase,
  partitioned: Partitioned,
  now: Date,
): Promise<string | undefined> {
  // Another process may have created it before this one got the lock.
  const from = await findNext(client, partitioned.table, now);
  if (from === undefined) return undefined;
  return create(client, partitioned, { from, until: new Date(weekOf(from).getTime() + weekMs) });
}

async function create(
  client: pg.ClientBase,
  { table }: Partitioned,
  { from, until }: { readonly from: Date; readonly until: Date },
): Promise<string> {
  const name = `${table}_${from.toISOString().slice(0, 10).replaceAll('-', '')}`;
  const values = [table, name, firstIdAt(from), firstIdAt(until)];
  await client.query(`select ${maintenanceSchema}.create_partition($1, $2, $3, $4)`, values);
  return name;
}
