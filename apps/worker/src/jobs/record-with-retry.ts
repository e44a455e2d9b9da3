import { isLockTimeout } from '@parley/database';
import pRetry from 'p-retry';
import type { Logger } from 'pino';

const backoff = { retries: 5, minTimeout: 100, factor: 4, maxTimeout: 10_000 };

/** The sum of all pauses. A lease must outlast its attempt by at least this time. */
export const recordRetryMs = Array.from({ length: backoff.retries }, (_, retry) =>
  Math.min(backoff.minTimeout * backoff.factor ** retry, backoff.maxTimeout),
).reduce((sum, ms) => sum + ms);

export interface RecordOptions {
  readonly logger: Logger;
  /** Whether the caller has another way when a lock takes too long, so that this is not retried. Default is false. */
  readonly endsAtLocks?: boolean;
}

/**
 * Records the outcome of an attempt, and retries while the database is unavailable, because the outcome is stored
 * nowhere else.
 */
export function recordWithRetry<Result>(
  { logger, endsAtLocks = false }: RecordOptions,
  record: () => Promise<Result>,
): Promise<Result> {
  const shouldRetry = (error: unknown) => !(endsAtLocks && isLockTimeout(error));
  return pRetry(record, {
    ...backoff,
    shouldRetry: ({ error }) => shouldRetry(error),
    onFailedAttempt({ error, retriesLeft }) {
      if (retriesLeft > 0 && shouldRetry(error))
        logger.warn({ err: error }, 'an outcome could not be recorded and is retried');
    },
  });
}
