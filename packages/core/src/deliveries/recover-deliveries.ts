import { type Sql, statement } from '@parley/database';
import { isAt, placeOfRow } from '../sql/delivery-place.js';
import { isOfDeadWorker } from '../sql/is-of-dead-worker.js';
import { lockUnfinished } from '../sql/lock-unfinished.js';
import { statusText } from '../sql/status-text.js';
import { finishedJobsSql } from './finished-jobs-sql.js';

export interface LostLeases {
  /** Workers that are considered dead. Their leases end now, all others when they expire. */
  readonly deadWorkerIds: readonly string[];
  readonly maxAttempts: number;
  readonly now: Date;
}

/**
 * Ends the leases of dead workers, so that another worker can retry at once. It is unknown whether the receiver got the
 * event, so the attempt counts and is recorded in the log. After the last attempt the delivery fails. A delivery without a
 * lease is recovered as well: an operator has changed its status.
 */
export async function recoverDeliveries(
  sql: Sql,
  { deadWorkerIds, maxAttempts, now }: LostLeases,
): Promise<number> {
  const [row] = await sql(recover, [deadWorkerIds, maxAttempts, now]);
  return row?.recovered ?? 0;
}

/** Skips locked rows: the holder of such a lease is just recording the outcome. If that fails, the lease expires. */
const recover = statement<{ recovered: number; jobs: number }>(
  'recover-deliveries',
  `with lost as materialized (
     select found.* from ${lockUnfinished({
       listed: `status = 'delivering'`,
       read: placeOfRow,
       condition: `${statusText} = 'delivering' and (coalesce(lease_expires_at <= $3::timestamptz, true) or ${isOfDeadWorker('$1')})`,
       lock: 'for no key update skip locked',
     })}
   ),
   finished as (
     update deliveries delivery
     set status = case when attempt_count < $2::int then 'pending' else 'failed' end::delivery_status,
       next_attempt_at = case when attempt_count < $2::int then $3::timestamptz end,
       lease_token = null, lease_expires_at = null, last_status_code = null, updated_at = $3::timestamptz
     from lost where ${isAt('lost')}
     returning delivery.tenant_id, delivery.event_id, delivery.id, webhook_id, ordered_chat_id, sequence, status, attempt_count,
       interval '0' as wait, delivery.resend_of_id is not null as is_bulk
   ),
   attempt as (
     insert into delivery_attempts (tenant_id, delivery_id, number, started_at, duration_ms, error)
     select tenant_id, id, attempt_count, $3::timestamptz, 0,
       'The sender stopped during this attempt; whether the event arrived is not known.'
     from finished
     on conflict do nothing
   ),
   job as (${finishedJobsSql})
   select count(*)::int as recovered, (select added from job) as jobs from finished`,
);
