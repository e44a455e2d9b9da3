import { callOverdueDeliveries } from '@parley/core';
import { type Database, statement } from '@parley/database';
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
  await database.sql(unlockOrphans, []);
  const called = await callOverdueDeliveries(database, now());
  if (called > 0)
    logger.warn({ count: called }, 'deliveries have been due for an hour and were called again');
}

/** Locks of workers that died before their first heartbeat. */
const unlockOrphans = statement(
  'unlock-orphaned-jobs',
  `select graphile_worker.force_unlock_workers(array(
     select distinct job.locked_by from graphile_worker.jobs job
     where job.locked_at < now() - interval '1 minute'
       and not exists (select from workers where workers.pool_id = job.locked_by)
   ))`,
);
