import { type Database, relaxedCommit, sqlByKeys, statement } from '@parley/database';
import { isAt, placeOfRow } from '../sql/delivery-place.js';
import { finishedJobsSql } from './finished-jobs-sql.js';
import type { RecordOptions } from './record-attempts.js';

export interface DeliveryToRelease {
  readonly tenantId: string;
  readonly eventId: string;
  readonly deliveryId: string;
  readonly leaseToken: string;
  readonly nextAttemptAt: Date;
}

/** Releases claims as if they had not been made: nothing was sent, and no attempt is counted. */
export async function releaseDeliveries(
  database: Pick<Database, 'pool' | 'scope' | 'trace'>,
  deliveries: readonly DeliveryToRelease[],
  { now, ...locks }: RecordOptions,
): Promise<void> {
  await sqlByKeys(database, locks)(release, [
    deliveries.map(({ tenantId }) => tenantId),
    deliveries.map(({ eventId }) => eventId),
    deliveries.map(({ deliveryId }) => deliveryId),
    deliveries.map(({ leaseToken }) => leaseToken),
    deliveries.map(({ nextAttemptAt }) => nextAttemptAt),
    now,
  ]);
}

/**
 * Each row is looked up by its key and updated by its physical location, as in the claim. Like the claim, it does not
 * wait for the disk: when a crash loses it, the lease of the delivery expires. It runs only with `sqlByKeys`, as the claim.
 */
const release = statement(
  'release-deliveries',
  `with given as materialized (
     select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::timestamptz[])
       as given(tenant_id, event_id, delivery_id, lease_token, next_attempt_at)
     order by delivery_id
   ),
   relaxed as materialized (select ${relaxedCommit}),
   held as materialized (
     select found.*, given.next_attempt_at from relaxed cross join given
     cross join lateral (
       select ${placeOfRow} from deliveries
       where tenant_id = given.tenant_id and event_id = given.event_id and id = given.delivery_id
         and lease_token = given.lease_token
       limit 1 for no key update
     ) found
   ),
   finished as (
     update deliveries delivery
     set status = 'pending', attempt_count = delivery.attempt_count - 1, next_attempt_at = held.next_attempt_at,
       lease_token = null, lease_expires_at = null, updated_at = $6::timestamptz
     from held
     where ${isAt('held')}
     returning delivery.tenant_id, delivery.event_id, delivery.id, delivery.webhook_id, delivery.ordered_chat_id, delivery.sequence,
       delivery.status, delivery.next_attempt_at - $6::timestamptz as wait, delivery.resend_of_id is not null as is_bulk
   )
   ${finishedJobsSql}`,
);
