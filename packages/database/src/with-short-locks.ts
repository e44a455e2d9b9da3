import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

export interface ShortLocks {
  /**
   * How long the transaction waits for a lock. Other transactions that need the table wait during this time. Default is
   * 250 ms.
   */
  readonly lockTimeoutMs?: number;
  /** The maximum number of attempts. Default is 20. */
  readonly attempts?: number;
  /** The pause before the next attempt, in which other transactions continue. Default is 500 ms. */
  readonly pauseMs?: number;
  /**
   * Runs first in each transaction. It may wait longer, for an advisory lock that does not block other transactions.
   */
  readonly prepare?: () => Promise<unknown>;
}

/**
 * Runs a transaction that locks whole tables. A transaction that waits for an exclusive lock blocks every later one,
 * even readers, so it ends after a moment and is retried. Throws the error of the last attempt.
 */
export function withShortLocks<Result>(
  client: pg.ClientBase,
  work: () => Promise<Result>,
  { lockTimeoutMs = defaultLockTimeoutMs, prepare, ...attempts }: ShortLocks = {},
): Promise<Result> {
  return retryWhileLocked(async () => {
    try {
      await client.query('begin');
      await prepare?.();
      await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
      const result = await work();
      await client.query('commit');
      return result;
    } catch (error) {
      // A lost connection has ended the transaction, and its error is the one to report.
      await client.query('rollback').catch(() => undefined);
      throw error;
    }
  }, attempts);
}

export const defaultLockTimeoutMs = 250;

/** A table that is written all the time is free only for moments, so the transaction is attempted for two minutes. */
export const persistent = { attempts: 160 };

/** Repeats work that did not get its locks. Throws the error of the last attempt. */
export async function retryWhileLocked<Result>(
  work: () => Promise<Result>,
  { attempts = 20, pauseMs = 500 }: Pick<ShortLocks, 'attempts' | 'pauseMs'> = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isLocked(error) || attempt >= attempts) throw error;
    }
    await delay(pauseMs);
  }
}

/** Whether a statement has waited for a lock for longer than it may (`lock_not_available`). */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}

/**
 * Whether the error is `lock_not_available`, or a deadlock with a transaction that locks the tables in another order.
 */
export function isLocked(error: unknown): boolean {
  return isLockTimeout(error) || (error instanceof Error && 'code' in error && error.code === '40P01');
}
