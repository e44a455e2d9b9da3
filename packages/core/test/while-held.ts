import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@parley/database';
import type pg from 'pg';

/**
 * Starts work while a transaction holds a lock that the work needs, and commits once the given number of sessions wait
 * for it.
 */
export async function whileHeld<Result>(
  { pool }: Database,
  { hold, work, waiting = 1 }: Held<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await hold(client);
    const working = work();
    working.catch(() => {});
    const deadline = Date.now() + 5_000;
    while ((await countWaiting(pool)) < waiting) {
      if (Date.now() > deadline) throw new Error(`Fewer than ${waiting} sessions wait for the lock.`);
      await delay(5);
    }
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
}

async function countWaiting(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}
