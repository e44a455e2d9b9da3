import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

/** A transaction that takes longer can only shorten the feed if it ends while a statement reads the feed. */
const timeoutMs = 20_000;

/**
 * Waits until the next read of the feed of events contains all that has been recorded so far. A transaction of another
 * database of the server, such as that of another test file, shortens the feed when it is older than the events and ends
 * while a statement reads them, so this waits until all older transactions have ended.
 */
export async function settleFeed(pool: pg.Pool): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  const { rows } = await pool.query<{ mark: string }>('select pg_current_xact_id()::text as mark');
  const mark = BigInt(rows[0]?.mark ?? 0);
  while ((await findOldestRunning(pool)) <= mark && performance.now() < deadline) await delay(10);
}

async function findOldestRunning(pool: pg.Pool): Promise<bigint> {
  const { rows } = await pool.query<{ oldest: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::text as oldest',
  );
  return BigInt(rows[0]?.oldest ?? 0);
}
