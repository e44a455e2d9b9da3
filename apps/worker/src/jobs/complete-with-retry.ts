import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable } from '@parley/database';

const firstPauseMs = 50;
const maxPauseMs = 500;
/** No attempt begins after this time. */
const deadlineMs = 30_000;

/**
 * Records that jobs are complete, and retries while the database is unavailable. A job is removed by its id, so a second
 * attempt does no harm. The queue itself would shut down after the first failure, and it takes six seconds to replace it.
 */
export async function completeWithRetry<Result>(attempts: {
  readonly first: () => Promise<Result>;
  readonly again: () => Promise<Result>;
}): Promise<Result> {
  const endsAtMs = performance.now() + deadlineMs;
  let attempt = attempts.first;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() + pauseMs > endsAtMs) throw error;
    }
    await delay(pauseMs);
    attempt = attempts.again;
  }
}
