import { type Database, statement } from '@parley/database';
import { statusText } from '../sql/status-text.js';
import { finishedJobsSql } from './finished-jobs-sql.js';

/** Fails a delivery that no worker could start, and logs the reason. A claimed delivery does not change. */
export async function abandonDelivery(
  { sql }: Pick<Database, 'sql'>,
  {
    tenantId,
    eventId,
    deliveryId,
    now,
  }: { tenantId: string; eventId: string; deliveryId: string; now: Date },
): Promise<void> {
  await sql(abandon, [tenantId, eventId, deliveryId, now]);
}

const abandon = statement(
  'abandon-delivery',
  `with finished as (
     update deliveries
     set status = 'failed', attempt_count = attempt_count + 1, next_attempt_at = null, last_status_code = null,
       updated_at = $4::timestamptz
     where tenant_id = $1::uuid and event_id = $2::uuid and id = $3::uuid and ${statusText} = 'pending'
     returning tenant_id, event_id, id, webhook_id, ordered_chat_id, sequence, status, attempt_count, interval '0' as wait,
       resend_of_id is not null as is_bulk
   ),
   attempt as (
     insert into delivery_attempts (tenant_id, delivery_id, number, started_at, duration_ms, error)
     select tenant_id, id, attempt_count, $4::timestamptz, 0,
       'The event could not be sent because of an internal error.'
     from finished
     on conflict do nothing
   )
   ${finishedJobsSql}`,
);
