import {
  enqueueDueTemplateSyncs,
  enqueueLostErasures,
  enqueueOverdueDeliveries,
  expire,
  findEventCutoff,
  recountStoredBytes,
  removeExpired,
  removeLooseObjects,
  type Sizes,
} from '@parley/core';
import type { Database } from '@parley/database';
import type { Logger } from 'pino';
import type { WorkerMetrics } from '../metrics/worker-metrics.js';
import { maintainPartitions } from './maintain-partitions.js';

export interface MaintenanceOptions {
  readonly database: Database;
  readonly logger: Logger;
  readonly metrics: Pick<WorkerMetrics, 'countExpired' | 'noteMaintenance'>;
  readonly now: () => Date;
  readonly sizes: Sizes;
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

/**
 * Runs each step, even if another one has failed. The partitions come first, because without those of the coming weeks no
 * event can be stored. The failures are thrown together at the end.
 */
async function runSteps(options: MaintenanceOptions): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) {
    try {
      await step(options);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, describeFailures(failures));
}

/** The message names each failure, because the log of a job shows the message of its error. */
function describeFailures(failures: readonly unknown[]): string {
  const messages = failures.map((failure) => (failure instanceof Error ? failure.message : String(failure)));
  return `${failures.length} of ${steps.length} steps of the maintenance failed: ${messages.join('; ')}`;
}

type Step = (options: MaintenanceOptions) => Promise<void>;

const steps: readonly Step[] = [
  async ({ database, logger, now }) =>
    maintainPartitions({ database, logger, now, before: await findEventCutoff(database, now()) }),
  removing(expire),
  removing(removeExpired),
  async ({ database, logger, now, sizes }) => {
    const count = await enqueueOverdueDeliveries(database, now(), sizes);
    if (count > 0) logger.warn({ count }, 'deliveries were overdue for an hour and were enqueued again');
  },
  async ({ database, logger, now, sizes }) => {
    const count = await enqueueLostErasures(database, now(), sizes);
    if (count > 0) logger.warn({ count }, 'erasures that had been running for an hour were enqueued again');
  },
  async ({ database, logger, now, sizes }) => {
    const count = await enqueueDueTemplateSyncs(database, now(), sizes);
    if (count > 0) logger.info({ count }, 'synchronizations of message templates were started');
  },
  async ({ database, logger }) => {
    const drifts = await recountStoredBytes(database);
    if (drifts.length > 0)
      logger.warn({ drifts }, 'the stored bytes of workspaces were counted wrongly and were corrected');
  },
  async ({ database, logger, now, sizes }) => {
    const count = await removeLooseObjects(database, now(), sizes);
    if (count > 0) logger.info({ count }, 'objects that belong to no file were removed');
  },
];

/** A step that removes expired records, and reports how many of each kind. */
function removing(
  remove: (database: Database, now: Date, sizes: Sizes) => Promise<Record<string, number>>,
): Step {
  return async ({ database, logger, metrics, now, sizes }) => {
    const expired = Object.entries(await remove(database, now(), sizes)).filter(([, count]) => count > 0);
    for (const [kind, count] of expired) metrics.countExpired(kind, count);
    if (expired.length > 0)
      logger.info({ removed: Object.fromEntries(expired) }, 'expired records were removed');
  };
}
