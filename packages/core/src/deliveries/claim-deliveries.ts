import { type Database, relaxedCommit, statement } from '@parley/database';
import type { EventType, LegacyEventType } from '../events/event-type.js';
import { type SecretColumns, validSecretsSql } from '../signing-secrets/secrets-sql.js';
import { timestampText } from '../sql/json.js';

export interface DeliveryToClaim {
  readonly tenantId: string;
  readonly deliveryId: string;
  /** A new one for each claim: who holds it may record the outcome, and nobody else. */
  readonly leaseToken: string;
}

/** A delivery that is ours until its lease ends, with all that is needed to make the attempt. */
export interface ClaimedDelivery extends DeliveryToClaim {
  readonly webhookId: string;
  readonly url: string;
  /** Every secret that signs now. */
  readonly secrets: readonly string[];
  /** The number of this attempt, from 1. */
  readonly attemptNumber: number;
  readonly createdAt: Date;
  readonly eventId: string;
  /** Under which name the subscriber asked for the event; it decides the form of the body. */
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
 * Claims those of the deliveries that are due, and gives them; an attempt is counted when it begins, so that one
 * that brings its worker down is not made for ever. The others need `settleUnclaimed`.
 */
export function claimDeliveries(
  { sql }: Pick<Database, 'sql'>,
  asked: readonly DeliveryToClaim[],
  { now, leaseMs }: ClaimOptions,
): Promise<ClaimedDelivery[]> {
  const leaseExpiresAt = new Date(now.getTime() + leaseMs);
  return sql(claim, [...askedColumns(asked), now, leaseExpiresAt]);
}

export function askedColumns(asked: readonly DeliveryToClaim[]): string[][] {
  return [
    asked.map(({ tenantId }) => tenantId),
    asked.map(({ deliveryId }) => deliveryId),
    asked.map(({ leaseToken }) => leaseToken),
  ];
}

/** In the order of the ids, in which every statement that writes several deliveries locks them. */
export const askedSql = `select * from unnest($1::uuid[], $2::uuid[], $3::uuid[])
  as asked(tenant_id, delivery_id, lease_token) order by delivery_id`;

/** Earlier events of the same chat that the webhook, which wants them in order, does not have yet. */
export const earlierInOrder = `
  from deliveries earlier
  where earlier.tenant_id = delivery.tenant_id and earlier.webhook_id = delivery.webhook_id
    and earlier.ordered_chat_id = delivery.ordered_chat_id and earlier.sequence < delivery.sequence
    and earlier.status in ('pending', 'delivering')`;

/** The clocks of two machines differ; a delivery is not sent back to the queue for less than this. */
const clockTolerance = `interval '1 second'`;

const secretColumns: SecretColumns = { secret: 'webhook.secret', retired: 'webhook.retired_secrets' };

/**
 * A claim does not wait for the disk, which would be most of the time from commit to receiver. A crash of the database
 * may forget it, and with it all that was written later: then the delivery is pending, and is made again.
 *
 * Each is looked up by its key, one after the other, and written where it was found: `offset 0` and `ctid` leave the
 * planner no choice. It would sooner or later begin with a webhook, and read all that waits for it to claim ten.
 */
const claim = statement<ClaimedDelivery>(
  'claim-deliveries',
  `with asked as materialized (${askedSql}),
   relaxed as materialized (select ${relaxedCommit}),
   due as materialized (
     select delivery.place, asked.lease_token, webhook.url,
       ${validSecretsSql(secretColumns, '$4::timestamptz')} as secrets,
       json_build_object('id', event.id, 'type', event.type, 'createdAt', ${timestampText('event.created_at')},
         'data', event.data) as event
     from relaxed cross join asked
     cross join lateral (
       select ctid as place, tenant_id, webhook_id, event_id, ordered_chat_id, sequence from deliveries
       where tenant_id = asked.tenant_id and id = asked.delivery_id and status = 'pending'
         and next_attempt_at <= $4::timestamptz + ${clockTolerance}
       offset 0 for no key update
     ) delivery
     cross join lateral (
       select url, secret, retired_secrets from webhooks
       where tenant_id = asked.tenant_id and id = delivery.webhook_id and status = 'active' offset 0
     ) webhook
     cross join lateral (
       select id, type, created_at, data from events
       where tenant_id = asked.tenant_id and id = delivery.event_id offset 0
     ) event
     where delivery.ordered_chat_id is null or not exists (select ${earlierInOrder})
   )
   update deliveries delivery
   set status = 'delivering', attempt_count = delivery.attempt_count + 1, lease_token = due.lease_token,
     lease_expires_at = $5::timestamptz, updated_at = $4::timestamptz
   from due where delivery.ctid = due.place
   returning delivery.tenant_id as "tenantId", delivery.id as "deliveryId", delivery.lease_token as "leaseToken",
     delivery.webhook_id as "webhookId", due.url, due.secrets,
     delivery.attempt_count as "attemptNumber", delivery.created_at as "createdAt",
     delivery.event_id as "eventId", delivery.event_type as "eventType", due.event`,
);
