import type { Database } from '@parley/database';
import type pg from 'pg';
import { waitUntil } from '../../testkit/src/wait-until.js';

/**
 * Starts work while a transaction holds a lock that the work needs, and commits once the given number of sessions wait
 * for it.
 */
export async function whileHeld<Result>(
  { pool }: Database,
  { hold, work, waiting = 1, check }: Held<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await hold(client);
    const working = work();
    working.catch(() => {});
    await untilWaiting(pool, waiting);
    await check?.();
    await client.query('commit');
    return await working;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

interface Held<Result> {
  readonly hold: (client: pg.PoolClient) => Promise<unknown>;
  readonly work: () => Promise<Result>;
  readonly waiting?: number;
  /** Runs while the sessions wait. */
  readonly check?: () => Promise<void>;
}

/** Resolves once the given number of sessions wait for a lock, each for at least this time. */
export async function untilWaiting(pool: pg.Pool, count: number, time?: string): Promise<void> {
  await waitUntil(async () => (await countWaiting(pool, time)) >= count);
}

/** Counts the sessions that wait for a lock for at least this time; default is any time. */
export async function countWaiting(pool: pg.Pool, time?: string): Promise<number> {
  const { rows } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
       and ($1::interval is null or clock_timestamp() - query_start >= $1)`,
    [time],
  );
  return rows.length;
}
