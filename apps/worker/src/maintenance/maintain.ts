import { enqueueOverdueDeliveries } from '@parley/core';
import type { Database } from '@parley/database';
import type { Logger } from 'pino';
import { expire } from './expire.js';

export interface MaintenanceOptions {
  readonly database: Database;
  readonly logger: Logger;
  readonly now: () => Date;
}

/** Removes what has had its time and finds work that was left lying. May run at any time, also twice at once. */
export async function maintain({ database, logger, now }: MaintenanceOptions): Promise<void> {
  const removed = await expire(database, now());
  if (Object.keys(removed).length > 0) logger.info({ removed }, 'old records were removed');
  const called = await enqueueOverdueDeliveries(database, now());
  if (called > 0)
    logger.warn({ count: called }, 'deliveries have been due for an hour and were called again');
}
