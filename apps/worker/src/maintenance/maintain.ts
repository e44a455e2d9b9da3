import { enqueueOverdueDeliveries, recountStoredBytes, removeExpired } from '@parley/core';
import type { Database } from '@parley/database';
import type { Logger } from 'pino';
import type { WorkerMetrics } from '../metrics/worker-metrics.js';
import { expire } from './expire.js';

export interface MaintenanceOptions {
  readonly database: Database;
  readonly logger: Logger;
  readonly metrics: Pick<WorkerMetrics, 'countExpired'>;
  readonly now: () => Date;
}

/** Removes expired records, enqueues overdue deliveries and corrects the stored bytes of workspaces. It may run at any time, even twice at once. */
export async function maintain({ database, logger, metrics, now }: MaintenanceOptions): Promise<void> {
  const expired = { ...(await expire(database, now())), ...(await removeExpired(database, now())) };
  const removed = Object.fromEntries(Object.entries(expired).filter(([, count]) => count > 0));
  for (const [kind, count] of Object.entries(removed)) metrics.countExpired(kind, count);
  if (Object.keys(removed).length > 0) logger.info({ removed }, 'expired records were removed');
  const enqueued = await enqueueOverdueDeliveries(database, now());
  if (enqueued > 0)
    logger.warn({ count: enqueued }, 'deliveries were overdue for an hour and were enqueued again');
  const drifts = await recountStoredBytes(database);
  if (drifts.length > 0)
    logger.warn({ drifts }, 'the stored bytes of workspaces were counted wrongly and were corrected');
}
