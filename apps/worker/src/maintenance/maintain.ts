import {
  enqueueDueTemplateSyncs,
  enqueueLostErasures,
  enqueueOverdueDeliveries,
  findEventCutoff,
  recountStoredBytes,
  removeExpired,
  removeExpiredExports,
  removeLooseObjects,
} from '@parley/core';
import type { Database } from '@parley/database';
import type { Logger } from 'pino';
import type { WorkerMetrics } from '../metrics/worker-metrics.js';
import { expire } from './expire.js';
import { maintainPartitions } from './maintain-partitions.js';

export interface MaintenanceOptions {
  readonly database: Database;
  readonly logger: Logger;
  readonly metrics: Pick<WorkerMetrics, 'countExpired' | 'noteMaintenance'>;
  readonly now: () => Date;
}

/**
 * Runs the maintenance, in small batches. A worker runs it every few minutes; it may run at any time, even twice at
 * once.
 */
export async function maintain(options: MaintenanceOptions): Promise<void> {
  const startedMs = performance.now();
  try {
    await runSteps(options);
    options.metrics.noteMaintenance('succeeded', performance.now() - startedMs);
  } catch (error) {
    options.metrics.noteMaintenance('failed', performance.now() - startedMs);
    throw error;
  }
}

async function runSteps({ database, logger, metrics, now }: MaintenanceOptions): Promise<void> {
  const expired = {
    ...(await expire(database, now())),
    ...(await removeExpired(database, now())),
    'exports of contacts': await removeExpiredExports(database, now()),
  };
  const removed = Object.fromEntries(Object.entries(expired).filter(([, count]) => count > 0));
  for (const [kind, count] of Object.entries(removed)) metrics.countExpired(kind, count);
  if (Object.keys(removed).length > 0) logger.info({ removed }, 'expired records were removed');
  const enqueued = await enqueueOverdueDeliveries(database, now());
  if (enqueued > 0)
    logger.warn({ count: enqueued }, 'deliveries were overdue for an hour and were enqueued again');
  const erasures = await enqueueLostErasures(database, now());
  if (erasures > 0)
    logger.warn({ count: erasures }, 'erasures that had been running for an hour were enqueued again');
  const syncs = await enqueueDueTemplateSyncs(database, now());
  if (syncs > 0) logger.info({ count: syncs }, 'synchronizations of message templates were started');
  const drifts = await recountStoredBytes(database);
  if (drifts.length > 0)
    logger.warn({ drifts }, 'the stored bytes of workspaces were counted wrongly and were corrected');
  const objects = await removeLooseObjects(database, now());
  if (objects > 0) logger.info({ count: objects }, 'objects that belong to no file were removed');
  await maintainPartitions({ database, logger, now, before: await findEventCutoff(database, now()) });
}
