import { isOfDeadWorker, recoverDeliveries } from '@parley/core';
import { type Database, runInTransaction, statement } from '@parley/database';
import { maxDeliveryAttempts } from '../webhooks/retry-schedule.js';
import { unlockJobsSql } from './unlock-jobs-sql.js';

export interface RecoveredWork {
  readonly deadWorkers: readonly string[];
  readonly deliveries: number;
}

/**
 * Finds dead workers, which have had no heartbeat for too long by the clock of the database, and releases their work:
 * the locks on their jobs and the leases on their deliveries, messages and runs end. All of it is one transaction, so
 * that another worker repeats it when this one dies before the commit.
 */
export function recoverLostWork(
  database: Database,
  { now, deadAfterMs }: { now: Date; deadAfterMs: number },
): Promise<RecoveredWork> {
  return runInTransaction(database, async ({ sql }) => {
    const dead = await sql(removeDead, [deadAfterMs]);
    const deadWorkerIds = dead.map(({ id }) => id);
    if (dead.length > 0) {
      await sql(unlockJobs, [dead.map(({ poolId }) => poolId)]);
      await sql(endMessageLeases, [deadWorkerIds, now]);
      await sql(endRunLeases, [deadWorkerIds, now]);
    }
    const deliveries = await recoverDeliveries(sql, { deadWorkerIds, maxAttempts: maxDeliveryAttempts, now });
    return { deadWorkers: deadWorkerIds, deliveries };
  });
}

const removeDead = statement<{ id: string; poolId: string }>(
  'remove-dead-workers',
  `delete from workers where heartbeat_at < now() - $1::int * interval '1 millisecond'
   returning id, pool_id as "poolId"`,
);

const unlockJobs = statement('unlock-jobs-of-dead-workers', unlockJobsSql);

// These leases expire now and keep their token, because the worker that claims the work next must know that an attempt
// was interrupted. Recovery writes many rows of several tables, so it skips locked rows: a lease that is in use at this
// moment expires by itself.
const endMessageLeases = statement(
  'end-message-leases-of-dead-workers',
  `update messages set lease_expires_at = $2::timestamptz
   where ctid = any (array(
     select ctid from messages where sender = 'outbound' and status = 'pending' and ${isOfDeadWorker('$1')}
     for no key update skip locked
   ))`,
);

const endRunLeases = statement(
  'end-run-leases-of-dead-workers',
  `update automation_runs set lease_expires_at = $2::timestamptz
   where ctid = any (array(
     select ctid from automation_runs where status in ('scheduled', 'running') and ${isOfDeadWorker('$1')}
     for no key update skip locked
   ))`,
);
