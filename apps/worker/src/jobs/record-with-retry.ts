import { isLockTimeout } from '@parley/database';
import pRetry from 'p-retry';
import type { Logger } from 'pino';

const backoff = { retries: 5, minTimeout: 100, factor: 4, maxTimeout: 10_000 };

/** The sum of all pauses. A lease must outlast its attempt by at least this time. */
export const recordRetryMs = Array.from({ length: backoff.retries }, (_, retry) =>
  Math.min(backoff.minTimeout * backoff.factor ** retry, backoff.maxTimeout),
).reduce((sum, ms) => sum + ms);

/**
 * Records the outcome of an attempt, and retries while the database is unavailable, because the outcome is stored
 * nowhere else. What waits too long for a lock is not retried here, so that the caller can do without the lock.
 */
export function recordWithRetry<Result>(logger: Logger, record: () => Promise<Result>): Promise<Result> {
  return pRetry(record, {
    ...backoff,
    shouldRetry: ({ error }) => !isLockTimeout(error),
    onFailedAttempt({ error, retriesLeft }) {
      if (retriesLeft > 0 && !isLockTimeout(error))
        logger.warn({ err: error }, 'an outcome could not be recorded and is retried');
    },
  });
}
