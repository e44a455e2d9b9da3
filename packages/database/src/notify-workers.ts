import type pg from 'pg';
import { relaxedCommit } from './relaxed-commit.js';
import { type Statement, sqlOn, statement } from './sql.js';

/** Whether a statement can add jobs without a notification, so that `notifyWorkers` has to follow. */
export function addsJobs(statement: Statement<unknown>): boolean {
  const known = adding.get(statement);
  if (known !== undefined) return known;
  const isAdding = statement.text.includes('parley_quiet.add_jobs(');
  adding.set(statement, isAdding);
  return isAdding;
}

const adding = new WeakMap<Statement<unknown>, boolean>();

/** Returns the number of jobs that the transaction has added; fails when there are more than `$1`. */
export const addedJobs = statement<{ added: number }>(
  'count-added-jobs',
  'select parley_quiet.added_jobs($1::int) as added',
);

/** This is more than the number of jobs that any transaction adds. */
export const anyNumberOfJobs = 2_147_483_647;

/** A transaction that would have exceeded its limit of jobs. It was rolled back. */
export class TooManyJobsError extends Error {
  constructor() {
    super('The transaction would exceed its limit of jobs.');
    this.name = 'TooManyJobsError';
  }
}

/** Recognises the error of `addedJobs`. */
export function isTooManyJobs(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'PY001';
}

/**
 * Notifies the workers of jobs that have been committed. Jobs that are added during a notification share the next one.
 * Callers do not wait for it, and a lost notification does no harm, because workers also poll every second.
 */
export function notifyWorkers(pool: pg.Pool, count: number): void {
  const waiting = waitingCounts.get(pool);
  waitingCounts.set(pool, (waiting ?? 0) + count);
  if (waiting === undefined) void sendNotifications(pool);
}

/** The number of jobs for the next notification of a pool; there is no entry while no notification runs. */
const waitingCounts = new WeakMap<pg.Pool, number>();

async function sendNotifications(pool: pg.Pool): Promise<void> {
  for (let count = waitingCounts.get(pool) ?? 0; count > 0; count = waitingCounts.get(pool) ?? 0) {
    waitingCounts.set(pool, 0);
    await sqlOn(pool)(notify, [count]).catch(() => undefined);
  }
  waitingCounts.delete(pool);
}

/** The statement does not wait for the disk, because a lost notification does no harm. */
const notify = statement(
  'notify-workers',
  `select ${relaxedCommit}, pg_notify('jobs:insert', json_build_object('r', random(), 'count', $1::int)::text)`,
);
