import { type Database, relaxedCommit, statement } from '@parley/database';
import type { EventType, LegacyEventType } from '../events/event-type.js';
import { type SecretColumns, validSecretsSql } from '../signing-secrets/secrets-sql.js';
import { timestampText } from '../sql/json.js';
import { statusText } from '../sql/status-text.js';

export interface DeliveryToClaim {
  readonly tenantId: string;
  readonly deliveryId: string;
  /** A new token for each claim; only its holder may record the outcome. */
  readonly leaseToken: string;
}

/** A delivery under our lease, with everything the attempt needs. */
export interface ClaimedDelivery extends DeliveryToClaim {
  readonly webhookId: string;
  readonly url: string;
  /** All secrets that are valid for signing now, as they are stored; `openWebhookSecrets` opens them. */
  readonly sealedSecrets: readonly string[];
  /** The number of this attempt, from 1. */
  readonly attemptNumber: number;
  readonly createdAt: Date;
  readonly eventId: string;
  /** The name under which the subscriber receives the event; it decides the form of the body. */
  readonly eventType: EventType | LegacyEventType;
  readonly event: StoredEvent;
}

interface StoredEvent {
  readonly id: string;
  readonly type: EventType;
  readonly createdAt: string;
  readonly data: object;
}

export interface ClaimOptions {
  readonly now: Date;
  readonly leaseMs: number;
}

/**
 * Claims those of the requested deliveries that are due, and returns them. An attempt is counted when it begins, so
 * that a delivery that crashes its worker is not repeated forever. Pass the deliveries that were not claimed to
 * `settleUnclaimed`.
 */
export function claimDeliveries(
  { sql }: Pick<Database, 'sql'>,
  requested: readonly DeliveryToClaim[],
  { now, leaseMs }: ClaimOptions,
): Promise<ClaimedDelivery[]> {
  const leaseExpiresAt = new Date(now.getTime() + leaseMs);
  return sql(claim, [...claimColumns(requested), now, leaseExpiresAt]);
}

export function claimColumns(requested: readonly DeliveryToClaim[]): string[][] {
  return [
    requested.map(({ tenantId }) => tenantId),
    requested.map(({ deliveryId }) => deliveryId),
    requested.map(({ leaseToken }) => leaseToken),
  ];
}

/** The rows are ordered by id, because every statement that writes several deliveries locks them in this order. */
export const claimsSql = `select * from unnest($1::uuid[], $2::uuid[], $3::uuid[])
  as requested(tenant_id, delivery_id, lease_token) order by delivery_id`;

/** Earlier events of the same chat that an ordered webhook has not received yet. */
export const earlierInOrder = `
  from deliveries earlier
  where earlier.tenant_id = delivery.tenant_id and earlier.webhook_id = delivery.webhook_id
    and earlier.ordered_chat_id = delivery.ordered_chat_id and earlier.sequence < delivery.sequence
    and earlier.status in ('pending', 'delivering')`;

/** The clocks of two machines differ, so a delivery that is due within this time is not put back into the queue. */
const clockTolerance = `interval '1 second'`;

const secretColumns: SecretColumns = { secret: 'webhook.secret', retired: 'webhook.retired_secrets' };

/**
 * A claim does not wait for the disk, which would be most of the time from commit to receiver. A crash of the database
 * may lose the claim, and everything written after it; the delivery is then pending and is sent again.
 *
 * Each delivery is looked up by key and written by its `ctid`; `offset 0` and `ctid` leave the planner no choice.
 * Otherwise it may start from a webhook, and read all of its pending deliveries to claim ten.
 */
const claim = statement<ClaimedDelivery>(
  'claim-deliveries',
  `with requested as materialized (${claimsSql}),
   relaxed as materialized (select ${relaxedCommit}),
   due as materialized (
     select delivery.place, requested.lease_token, webhook.url,
       ${validSecretsSql(secretColumns, '$4::timestamptz')} as sealed_secrets,
       json_build_object('id', event.id, 'type', event.type, 'createdAt', ${timestampText('event.created_at')},
         'data', event.data) as event
     from relaxed cross join requested
     cross join lateral (
       select ctid as place, tenant_id, webhook_id, event_id, ordered_chat_id, sequence from deliveries
       where tenant_id = requested.tenant_id and id = requested.delivery_id and ${statusText} = 'pending'
         and next_attempt_at <= $4::timestamptz + ${clockTolerance}
       offset 0 for no key update
     ) delivery
     cross join lateral (
       select url, secret, retired_secrets from webhooks
       where tenant_id = requested.tenant_id and id = delivery.webhook_id and status = 'active' offset 0
     ) webhook
     cross join lateral (
       select id, type, created_at, data from events
       where tenant_id = requested.tenant_id and id = delivery.event_id offset 0
     ) event
     where delivery.ordered_chat_id is null or not exists (select ${earlierInOrder})
   )
   update deliveries delivery
   set status = 'delivering', attempt_count = delivery.attempt_count + 1, lease_token = due.lease_token,
     lease_expires_at = $5::timestamptz, updated_at = $4::timestamptz
   from due where delivery.ctid = due.place
   returning delivery.tenant_id as "tenantId", delivery.id as "deliveryId", delivery.lease_token as "leaseToken",
     delivery.webhook_id as "webhookId", due.url, due.sealed_secrets as "sealedSecrets",
     delivery.attempt_count as "attemptNumber", delivery.created_at as "createdAt",
     delivery.event_id as "eventId", delivery.event_type as "eventType", due.event`,
);
