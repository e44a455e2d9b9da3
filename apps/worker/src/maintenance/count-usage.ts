import { countWaitingJobs, foldStoredBytes } from '@parley/core';
import type { Database } from '@parley/database';
import type { Logger } from 'pino';
import type { Stop } from '../recovery/run-periodically.js';

/** The usage is counted this often: the API notices within this time that a workspace has too many jobs. */
const leastPauseMs = 5_000;

/** A count takes longer the more jobs wait. Counting takes at most one hundredth of the time of the database. */
const pausePerDuration = 100;

/** Counts the usage that the limits of workspaces need, again and again, until it is stopped. */
export function startCountingUsage({ database, logger }: { database: Database; logger: Logger }): Stop {
  let isStopped = false;
  let timer: NodeJS.Timeout;
  let running = count();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };

  async function count(): Promise<void> {
    const startedAtMs = performance.now();
    try {
      await countWaitingJobs(database);
      await foldStoredBytes(database);
    } catch (err) {
      logger.error({ err }, 'the usage of workspaces could not be counted and will be counted again');
    }
    if (isStopped) return;
    const pauseMs = Math.max(leastPauseMs, pausePerDuration * (performance.now() - startedAtMs));
    timer = setTimeout(() => {
      running = count();
    }, pauseMs);
  }
}
