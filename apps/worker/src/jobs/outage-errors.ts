import { isDatabaseUnavailable } from '@parley/database';

/**
 * Rejects with a code that the queue retries, if the database is unavailable. All other errors stay as they are.
 *
 * The queue retries the record of a failed job, and its first read of the tasks, after few codes only: neither after a
 * refused connection nor after 08P01, which is PgBouncer's code for everything. After other errors the process would end,
 * or the queue would never claim a job.
 */
export function asRetryable<Value>(work: Promise<Value>): Promise<Value> {
  return replaceOutage(work, { code: cannotConnectNow });
}

/**
 * Rejects without a code, if the database is unavailable, so that the queue tries again at its next poll. After some codes
 * it would wait up to three minutes before the next attempt, and claim nothing meanwhile.
 */
export function asPolled<Value>(work: Promise<Value>): Promise<Value> {
  return replaceOutage(work, {});
}

const cannotConnectNow = '57P03';

function replaceOutage<Value>(work: Promise<Value>, properties: { readonly code?: string }): Promise<Value> {
  return work.catch((error: unknown) => {
    if (isConflict(error) || !isDatabaseUnavailable(error)) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw Object.assign(new Error(message, { cause: error }), properties);
  });
}

/** Conflicts of transactions, which the queue retries after milliseconds. */
function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['40001', '40P01'].includes(String(error.code));
}
