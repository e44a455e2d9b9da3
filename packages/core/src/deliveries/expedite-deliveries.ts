import type { Database } from '@parley/database';
import type { Sizes } from '../sizes.js';
import { isAt, placeOfRow } from '../sql/delivery-place.js';
import { lockUnfinished } from '../sql/lock-unfinished.js';
import { sizedStatement } from '../sql/sized-statement.js';
import { statusText } from '../sql/status-text.js';
import { finishedJobsSql } from './finished-jobs-sql.js';

export interface DeliveriesToExpedite {
  readonly tenantId: string;
  readonly webhookId: string;
  readonly now: Date;
  /** The time between two deliveries. */
  readonly spacingMs: number;
  readonly sizes: Sizes;
}

/**
 * Reschedules the deliveries of a webhook that were postponed before any attempt: they become due one after the other
 * from now on, the oldest first. A delivery that is due sooner keeps its time, and retries keep their backoff.
 */
export async function expediteDeliveries(
  { sql }: Pick<Database, 'sql'>,
  { tenantId, webhookId, now, spacingMs, sizes }: DeliveriesToExpedite,
): Promise<number> {
  let count = 0;
  let lastId: string | null = null;
  for (;;) {
    const values = [tenantId, webhookId, now, spacingMs, lastId, count];
    const found: { id: string }[] = await sql(expedite(sizes), values);
    count += found.length;
    lastId = found.at(-1)?.id ?? null;
    if (found.length < sizes.expediteBatch) return count;
  }
}

/** Each row is updated by its physical location, as in the claim. */
const expedite = sizedStatement<{ id: string; jobs: number }>(
  'expedite-deliveries',
  ({ expediteBatch }) => `with waiting as materialized (
     select id, part, place, row_number() over (order by id) as turn from (
       select found.* from ${lockUnfinished({
         listed: `tenant_id = $1::uuid and webhook_id = $2::uuid and status = 'pending'
           and next_attempt_at > $3::timestamptz and ($5::uuid is null or delivery_id > $5::uuid)`,
         read: `id, ${placeOfRow}`,
         condition: `${statusText} = 'pending' and attempt_count = 0 and next_attempt_at > $3::timestamptz`,
         lock: 'for no key update',
       })} limit ${expediteBatch}
     ) next
   ),
   finished as (
     update deliveries delivery
     set updated_at = $3::timestamptz, next_attempt_at = least(delivery.next_attempt_at,
       $3::timestamptz + ($6::int + waiting.turn) * $4::int * interval '1 millisecond')
     from waiting
     where ${isAt('waiting')}
     returning delivery.tenant_id, delivery.event_id, delivery.id, delivery.webhook_id, delivery.ordered_chat_id, delivery.sequence,
       delivery.status, delivery.next_attempt_at - $3::timestamptz as wait, delivery.resend_of_id is not null as is_bulk
   ),
   job as (${finishedJobsSql})
   select waiting.id, (select added from job) as jobs from waiting order by turn`,
);
