import { type Sql, statement } from '@parley/database';
import { isOfDeadWorker } from '../sql/is-of-dead-worker.js';
import { finishedJobsSql } from './finished-jobs-sql.js';

export interface LostLeases {
  /** Workers that are taken for dead; their leases end now, all others when they expire. */
  readonly deadWorkerIds: readonly string[];
  readonly maxAttempts: number;
  readonly now: Date;
}

/**
 * Ends the leases of workers that did not come back, and lets another worker try at once. Whether the receiver got
 * the event is unknown, so the attempt counts and the log says so; the last attempt ends the delivery.
 */
export async function recoverDeliveries(
  sql: Sql,
  { deadWorkerIds, maxAttempts, now }: LostLeases,
): Promise<number> {
  const [row] = await sql(recover, [deadWorkerIds, maxAttempts, now]);
  return row?.recovered ?? 0;
}

/** Who holds one of them at this moment is recording its outcome; should that fail, the lease ends by itself. */
const recover = statement<{ recovered: number }>(
  'recover-deliveries',
  `with lost as materialized (
     select ctid as place from deliveries
     where status = 'delivering' and (lease_expires_at <= $3::timestamptz or ${isOfDeadWorker('$1')})
     for no key update skip locked
   ),
   finished as (
     update deliveries delivery
     set status = case when attempt_count < $2::int then 'pending' else 'failed' end::delivery_status,
       next_attempt_at = case when attempt_count < $2::int then $3::timestamptz end,
       lease_token = null, lease_expires_at = null, last_status_code = null, updated_at = $3::timestamptz
     from lost where delivery.ctid = lost.place
     returning delivery.tenant_id, delivery.id, webhook_id, ordered_chat_id, sequence, status, attempt_count,
       interval '0' as wait
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
