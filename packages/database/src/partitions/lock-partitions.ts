import type pg from 'pg';

/** An arbitrary number that only this project uses for its advisory lock. */
const partitionLock = 7_052_038;

/**
 * Lets one transaction at a time change the partitions. The lock ends with the transaction, so it also works through a
 * connection pooler.
 */
export async function lockPartitions(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [partitionLock]);
}
