import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable } from '@parley/database';

const firstPauseMs = 50;
const maxPauseMs = 500;
/**
 * No attempt begins after this time. A worker counts as dead ten seconds after its last heartbeat (`deadAfterMs`), which
 * can be two seconds before the first attempt.
 */
const deadlineMs = 8_000;

/**
 * Records that jobs are complete, and retries while the database is unavailable. A job is removed by its id, so a second
 * attempt does no harm while the job belongs to this worker. Once the worker counts as dead, another one may have claimed
 * the job or scheduled it again, and an attempt would remove that. The queue itself would shut down after the first
 * failure, and it takes six seconds to replace it.
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
