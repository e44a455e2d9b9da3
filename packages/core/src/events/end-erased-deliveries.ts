import type { Context } from '../context.js';
import { bulkStatement } from '../sql/bulk-statement.js';
import type { Transaction } from '../sql/transact.js';

/**
 * Cancels the deliveries of events whose data was erased, and erases the stored responses of their receivers. These are
 * separate statements, so that they see a delivery that a resend has just added.
 */
export async function endErasedDeliveries(
  { sql }: Pick<Transaction, 'sql'>,
  { tenantId, now }: Pick<Context, 'tenantId' | 'now'>,
  eventIds: readonly string[],
): Promise<void> {
  if (eventIds.length === 0) return;
  await sql(cancelDeliveries, [tenantId, eventIds, now()]);
  await sql(eraseResponses, [tenantId, eventIds]);
}

/** A worker that is sending such a delivery loses its lease, so that it cannot store the response. */
const cancelDeliveries = bulkStatement(
  'cancel-deliveries-of-erased-events',
  `update deliveries set status = 'canceled', next_attempt_at = null, lease_token = null, lease_expires_at = null,
     updated_at = $3::timestamptz
   where tenant_id = $1::uuid and event_id = any ($2::uuid[]) and status in ('pending', 'delivering')`,
);

const eraseResponses = bulkStatement(
  'erase-responses-to-erased-events',
  `update delivery_attempts attempt set response_body = null, error = null
   from deliveries delivery
   where delivery.tenant_id = $1::uuid and delivery.event_id = any ($2::uuid[])
     and attempt.tenant_id = $1::uuid and attempt.delivery_id = delivery.id
     and (attempt.response_body is not null or attempt.error is not null)`,
);
