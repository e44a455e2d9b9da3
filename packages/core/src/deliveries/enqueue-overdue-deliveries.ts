import type { Database } from '@parley/database';
import { addJobsAndNotifySql } from '../jobs/add-jobs-sql.js';
import type { Sizes } from '../sizes.js';
import { sizedStatement } from '../sql/sized-statement.js';
import { deliveryJobKey } from './delivery-job-key.js';

/**
 * Adds a job for each delivery that has been due for an hour, because its own job may be a dead letter. A delivery that
 * only waits in a long queue then has two jobs, of which the second finds nothing to do. A pending delivery without a time
 * is due: an operator has changed its status. There is a limit for one call, of which each tenant gets a share: the long queue of
 * one tenant would otherwise keep the deliveries of all others out of it for as long as it lasts.
 */
export async function enqueueOverdueDeliveries(
  { sql }: Pick<Database, 'sql'>,
  now: Date,
  sizes: Sizes,
): Promise<number> {
  const [row] = await sql(enqueueOverdue(sizes), [now]);
  return row?.added ?? 0;
}

const overdueJobs = addJobsAndNotifySql({
  task: 'deliver',
  payload: { tenantId: 'overdue.tenant_id', eventId: 'overdue.event_id', deliveryId: 'overdue.id' },
  from: 'overdue',
  runAt: 'null',
  key: deliveryJobKey('overdue.id'),
  isBulk: 'overdue.is_bulk',
});

const enqueueOverdue = sizedStatement<{ added: number }>(
  'enqueue-overdue-deliveries',
  ({ overdueBatch }) => `with overdue as (
     select delivery.tenant_id, delivery.event_id, delivery.id, delivery.resend_of_id is not null as is_bulk
     from (
       select tenant_id, event_id, delivery_id
       from (
         select tenant_id, event_id, delivery_id, next_attempt_at,
           row_number() over (partition by tenant_id order by next_attempt_at nulls first) as turn
         from unfinished_deliveries
         where status = 'pending' and (next_attempt_at is null or next_attempt_at < $1::timestamptz - interval '1 hour')
       ) due
       order by turn, next_attempt_at nulls first limit ${overdueBatch}
     ) listed
     join deliveries delivery on delivery.tenant_id = listed.tenant_id and delivery.event_id = listed.event_id
       and delivery.id = listed.delivery_id
   )
   ${overdueJobs}`,
);
