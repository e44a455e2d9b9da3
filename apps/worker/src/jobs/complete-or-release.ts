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
 * Records that jobs are complete. If the database is unavailable, the jobs are released as soon as it is back, and run
 * again: the database may have crashed and lost the claim of a delivery, which does not wait for the disk, so a job that
 * was removed would leave a delivery that nothing sends. A job whose work was not lost finds nothing to do.
 *
 * Jobs are released by their ids, which does no harm while they belong to this worker. Once the worker counts as dead,
 * another one may have claimed them. The queue itself would shut down after the first failure, and it takes six seconds to
 * replace it.
 */
export async function completeOrRelease<Result>(attempts: {
  readonly complete: () => Promise<Result>;
  readonly release: () => Promise<Result>;
}): Promise<Result> {
  const endsAtMs = performance.now() + deadlineMs;
  let attempt = attempts.complete;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() + pauseMs > endsAtMs) throw error;
    }
    await delay(pauseMs);
    attempt = attempts.release;
  }
}

/** The run is not counted as an attempt, because the job did not fail. */
export const releaseJobs = {
  name: 'release-jobs',
  text: `update graphile_worker._private_jobs
    set locked_at = null, locked_by = null, attempts = greatest(0, attempts - 1) where id = any ($1::bigint[])`,
};
