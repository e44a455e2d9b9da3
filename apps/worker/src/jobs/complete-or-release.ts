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
 * Records that jobs are complete. If the connection is lost, the jobs are released as soon as the database is back, and
 * run again: the database may have crashed and lost the claim of a delivery, which does not wait for the disk, so a job
 * that was removed would leave a delivery that nothing sends. A job whose work was not lost finds nothing to do.
 *
 * The queue itself would shut down after the first failure, and it takes six seconds to replace it.
 */
export async function completeOrRelease<Result>(attempts: {
  readonly complete: () => Promise<Result>;
  /** After an error that leaves the work of the jobs intact. */
  readonly completeAgain: () => Promise<Result>;
  readonly release: () => Promise<Result>;
}): Promise<Result> {
  const endsAtMs = performance.now() + deadlineMs;
  let attempt = attempts.complete;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() + pauseMs > endsAtMs) throw error;
      if (attempt !== attempts.release) {
        attempt = isConnectionLost(error) ? attempts.release : attempts.completeAgain;
      }
    }
    await delay(pauseMs);
  }
}

/** After a conflict of transactions, a timeout or too little memory, the server still has everything that it had. */
function isConnectionLost(error: unknown): boolean {
  return !/^(?:40\w{3}|57014|53\w{3})$/.test(String(Object(error).code));
}
