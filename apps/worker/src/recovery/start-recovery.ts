import type { Database } from '@parley/database';
import type { Logger } from 'pino';
import type { WorkerMetrics } from '../metrics/worker-metrics.js';
import { recoverLostWork } from './recover-lost-work.js';
import { runPeriodically, type Stop } from './run-periodically.js';
import { unlockOrphans } from './unlock-orphans.js';

export interface RecoveryOptions {
  readonly database: Database;
  readonly logger: Logger;
  readonly metrics: WorkerMetrics;
  readonly now: () => Date;
  readonly intervalMs: number;
  readonly deadAfterMs: number;
}

/** Recovers the work of dead workers until it is stopped. */
export function startRecovery(options: RecoveryOptions): Stop {
  const { database, logger, metrics, now, intervalMs, deadAfterMs } = options;

  async function recover(): Promise<void> {
    const { deadWorkers, deliveries } = await recoverLostWork(database, { now: now(), deadAfterMs });
    metrics.countRecovered('worker', deadWorkers.length);
    metrics.countRecovered('delivery', deliveries);
    if (deadWorkers.length > 0)
      logger.warn({ deadWorkers, deliveries }, 'recovered the work of dead workers');
    else if (deliveries > 0) logger.warn({ deliveries }, 'recovered deliveries whose leases had expired');
  }

  async function unlock(): Promise<void> {
    const jobs = await unlockOrphans(database, deadAfterMs);
    if (jobs > 0) logger.warn({ jobs }, 'unlocked jobs of workers that have no heartbeat');
  }

  const stops = [
    runPeriodically(intervalMs, recover, { logger, name: 'the recovery of lost work' }),
    runPeriodically(deadAfterMs, unlock, { logger, name: 'the unlocking of orphaned jobs' }),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
