import { isDatabaseUnavailable } from '@parley/database';

/** Rejects with a code that the queue retries, if the database is unavailable. All other errors stay as they are. */
export function asRetryable<Value>(work: Promise<Value>): Promise<Value> {
  return work.catch((error: unknown) => {
    if (isRetried(error) || !isDatabaseUnavailable(error)) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw Object.assign(new Error(message, { cause: error }), { code: cannotConnectNow });
  });
}

/**
 * The queue retries the record of a failed job after few codes only, neither after a refused connection nor after 08P01, which is
 * PgBouncer's code for everything. It does not handle other errors there, so that they would end the process.
 */
const cannotConnectNow = '57P03';

/** Conflicts of transactions, which the queue retries sooner. */
function isRetried(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['40001', '40P01'].includes(String(error.code));
}
