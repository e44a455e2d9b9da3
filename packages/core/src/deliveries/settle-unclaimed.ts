import { type Database, statement } from '@parley/database';
import { addJobsAndNotifySql } from '../jobs/add-jobs-sql.js';
import { isAt, placeOfRow } from '../sql/delivery-place.js';
import { inAnyPartition } from '../sql/in-any-partition.js';
import { statusText } from '../sql/status-text.js';
import { claimColumns, claimsSql, type DeliveryToClaim, earlierInOrder } from './claim-deliveries.js';
import { deliveryJobKey } from './delivery-job-key.js';

/**
 * Settles deliveries that could not be claimed. Those of an inactive webhook are canceled. Those that are not due, wait for an
 * earlier event of their chat, or are locked by another transaction are scheduled again. All others are finished or claimed by
 * another worker.
 */
export async function settleUnclaimed(
  { sql }: Pick<Database, 'sql'>,
  requested: readonly DeliveryToClaim[],
  now: Date,
): Promise<{ canceled: number; postponed: number }> {
  const [row] = await sql(settle, [...claimColumns(requested), now]);
  return row ?? { canceled: 0, postponed: 0 };
}

/** The earlier delivery schedules the next one when it ends; this covers a delivery that ends at the same moment. */
const orderCheck = `interval '5 seconds'`;

/**
 * A delivery that is due and was not claimed is locked by a transaction that can be long, such as the deletion of its webhook.
 * For an ordered webhook, the earlier delivery may also have just ended.
 */
const lockCheck = `interval '1 second'`;
const orderedLockCheck = `interval '100 milliseconds'`;

const postponedJobs = addJobsAndNotifySql({
  task: 'deliver',
  payload: { tenantId: 'postponed.tenant_id', eventId: 'postponed.event_id', deliveryId: 'postponed.id' },
  from: 'postponed',
  // The queue uses the clock of the database, so the waiting time is computed from our clock and added to it.
  runAt: 'now() + greatest(postponed.wait, postponed.wait_for_order, postponed.wait_for_lock)',
  key: deliveryJobKey('postponed.id'),
  isBulk: 'postponed.is_bulk',
});

const settle = statement<{ canceled: number; postponed: number }>(
  'settle-unclaimed-deliveries',
  `with requested as (${claimsSql}),
   pending as (
     select distinct delivery.tenant_id, delivery.event_id, delivery.id, delivery.resend_of_id is not null as is_bulk,
       webhook.status <> 'active' as is_off,
       delivery.next_attempt_at - $5::timestamptz as wait,
       case when delivery.ordered_chat_id is null then ${lockCheck} else ${orderedLockCheck} end as wait_for_lock,
       (select greatest(min(earlier.next_attempt_at) - $5::timestamptz, interval '0') + ${orderCheck} ${earlierInOrder}
         having count(*) > 0) as wait_for_order
     from requested
     cross join lateral (
       select * from deliveries
       where tenant_id = requested.tenant_id and event_id = ${inAnyPartition('requested.event_id')} and id = requested.delivery_id
         and ${statusText} = 'pending' limit 1
     ) delivery
     join webhooks webhook on webhook.tenant_id = delivery.tenant_id and webhook.id = delivery.webhook_id
   ),
   off as materialized (
     select found.part, found.place from pending
     cross join lateral (
       select ${placeOfRow} from deliveries
       where tenant_id = pending.tenant_id and event_id = ${inAnyPartition('pending.event_id')} and id = pending.id
         and ${statusText} = 'pending'
       limit 1 for no key update skip locked
     ) found
     where pending.is_off
   ),
   canceled as (
     update deliveries delivery set status = 'canceled', next_attempt_at = null, updated_at = $5::timestamptz
     from off where ${isAt('off')}
     returning delivery.id
   ),
   postponed as (select * from pending where not is_off),
   job as (${postponedJobs})
   select (select count(*)::int from canceled) as canceled, coalesce((select added from job), 0) as postponed`,
);
