import { runInTransaction } from '@parley/database';
import type { Context } from '../context.js';
import { bulkStatement } from '../sql/bulk-statement.js';
import { isAt, placeOfRow } from '../sql/delivery-place.js';
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

/**
 * Does the same for some of the deliveries of events that will be erased, and returns whether more may be left. Each transaction
 * is short, because a worker that records the outcome of such a delivery waits for it. A delivery that another transaction has
 * locked may remain, so `endErasedDeliveries` has to follow, in the transaction that erases the data.
 */
export async function endSomeDeliveries(context: Context, eventIds: readonly string[]): Promise<boolean> {
  if (eventIds.length === 0) return false;
  const { database, tenantId, now, sizes } = context;
  const values = [tenantId, eventIds, now(), sizes.deletionBatch];
  const [batch] = await runInTransaction(database, ({ sql }) => sql(cancelSome, values));
  return batch?.size === sizes.deletionBatch || (await eraseSomeResponses(context, eventIds));
}

/**
 * Erases some of the stored responses of receivers and of the errors of attempts, and returns whether more may be left. The
 * deliveries of the events are not changed.
 */
export async function eraseSomeResponses(
  { database, tenantId, sizes }: Pick<Context, 'database' | 'tenantId' | 'sizes'>,
  eventIds: readonly string[],
): Promise<boolean> {
  if (eventIds.length === 0) return false;
  const values = [tenantId, eventIds, sizes.deletionBatch];
  const erased = await runInTransaction(database, ({ sql }) => sql(eraseSome, values));
  return erased.length === sizes.deletionBatch;
}

/** A worker that is sending such a delivery loses its lease, so that it cannot store the response. */
const cancel = `update deliveries delivery set status = 'canceled', next_attempt_at = null, lease_token = null,
  lease_expires_at = null, updated_at = $3::timestamptz`;

const isUnfinished = `tenant_id = $1::uuid and event_id = any ($2::uuid[]) and status in ('pending', 'delivering')`;

const cancelDeliveries = bulkStatement(
  'cancel-deliveries-of-erased-events',
  `${cancel} where ${isUnfinished}`,
);

/**
 * It waits for no lock: after a wait, the physical location would be that of a version of the row that the statement does not
 * see. A row that was changed just before it was locked counts and is not canceled yet.
 */
const cancelSome = bulkStatement<{ size: number }>(
  'cancel-some-deliveries-of-erased-events',
  `with batch as materialized (
     select ${placeOfRow} from deliveries where ${isUnfinished} order by id limit $4::int
     for no key update skip locked
   ), canceled as (
     ${cancel} from batch where ${isAt('batch')}
   )
   select count(*)::int as size from batch`,
);

const eraseResponses = bulkStatement(
  'erase-responses-to-erased-events',
  `update delivery_attempts attempt set response_body = null, error = null
   from deliveries delivery
   where delivery.tenant_id = $1::uuid and delivery.event_id = any ($2::uuid[])
     and attempt.tenant_id = $1::uuid and attempt.delivery_id = delivery.id
     and (attempt.response_body is not null or attempt.error is not null)`,
);

const eraseSome = bulkStatement<{ id: string }>(
  'erase-some-responses-to-erased-events',
  `with batch as materialized (
     select attempt.delivery_id, attempt.number from deliveries delivery
     join delivery_attempts attempt on attempt.tenant_id = $1::uuid and attempt.delivery_id = delivery.id
     where delivery.tenant_id = $1::uuid and delivery.event_id = any ($2::uuid[])
       and (attempt.response_body is not null or attempt.error is not null)
     limit $3::int
   )
   update delivery_attempts attempt set response_body = null, error = null
   from batch
   where attempt.tenant_id = $1::uuid and attempt.delivery_id = batch.delivery_id and attempt.number = batch.number
   returning attempt.delivery_id as id`,
);
