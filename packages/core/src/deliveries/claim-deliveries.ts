import { type Database, relaxedCommit, sqlByKeys, statement } from '@parley/database';
import type { EventType, LegacyEventType } from '../events/event-type.js';
import { type SecretColumns, validSecretsSql } from '../signing-secrets/secrets-sql.js';
import { isAt, placeOfRow } from '../sql/delivery-place.js';
import { timestampText } from '../sql/json.js';
import { statusText } from '../sql/status-text.js';

export interface DeliveryToClaim {
  readonly tenantId: string;
  readonly eventId: string;
  readonly deliveryId: string;
  /** A new token for each claim; only its holder may record the outcome. */
  readonly leaseToken: string;
}

/** A delivery that this worker has leased, with everything that the attempt needs. */
export interface ClaimedDelivery extends DeliveryToClaim {
  readonly webhookId: string;
  readonly url: string;
  /** All secrets that are valid for signing now, as they are stored; `openWebhookSecrets` opens them. */
  readonly sealedSecrets: readonly string[];
  /** The number of this attempt, from 1. */
  readonly attemptNumber: number;
  readonly createdAt: Date;
  /** The name under which the subscriber receives the event; it determines the form of the body. */
  readonly eventType: EventType | LegacyEventType;
  /** Whether the next event of the chat waits for the outcome. */
  readonly isOrdered: boolean;
  /** The same object for all deliveries of the event that were claimed together. */
  readonly event: StoredEvent;
  /** The size of the data of the event, about. */
  readonly eventBytes: number;
}

export interface StoredEvent {
  readonly id: string;
  readonly type: EventType;
  readonly createdAt: string;
  readonly data: object;
  /** The position in the trace that caused the event; null outside any trace. */
  readonly traceparent: string | null;
}

export interface ClaimOptions {
  readonly now: Date;
  readonly leaseMs: number;
  /** The claim reads no further event when those that it reads have so many bytes. Default is no limit. */
  readonly maxBytes?: number;
}

export interface DeliveryClaim {
  readonly claimed: readonly ClaimedDelivery[];
  /** Whether the events have the allowed bytes, so that others may not have been read. The next claim can claim their deliveries. */
  readonly isFull: boolean;
}

/**
 * Claims the requested deliveries that are due, and returns them. An attempt is counted when it begins, so that a
 * delivery that crashes its worker is not repeated forever. Pass the deliveries that were not claimed to
 * `settleUnclaimed`, or to the next claim if this one is full.
 */
export async function claimDeliveries(
  database: Pick<Database, 'pool' | 'scope' | 'trace'>,
  requested: readonly DeliveryToClaim[],
  { now, leaseMs, maxBytes = Number.MAX_SAFE_INTEGER }: ClaimOptions,
): Promise<DeliveryClaim> {
  const leaseExpiresAt = new Date(now.getTime() + leaseMs);
  const rows = await sqlByKeys(database)(claim, [...claimColumns(requested), now, leaseExpiresAt, maxBytes]);
  const byToken = new Map(requested.map((delivery) => [delivery.leaseToken, delivery]));
  const found = rows.map(({ leaseToken, ...row }) => ({ ...requestOf(byToken, leaseToken), ...row }));
  const events = new Map<string, StoredEvent>();
  let bytes = 0;
  for (const delivery of found) {
    if (!delivery.event) continue;
    events.set(keyOf(delivery), delivery.event);
    bytes += delivery.eventBytes;
  }
  const claimed = found.map(({ createdAtMs, sealedSecrets, ...delivery }) => {
    const event = events.get(keyOf(delivery));
    if (event === undefined) throw new Error('A claimed delivery came without its event.');
    return { ...delivery, sealedSecrets: sealedSecrets.split(' '), createdAt: new Date(createdAtMs), event };
  });
  return { claimed, isFull: bytes >= maxBytes };
}

function requestOf(byToken: ReadonlyMap<string, DeliveryToClaim>, leaseToken: string): DeliveryToClaim {
  const request = byToken.get(leaseToken);
  if (request === undefined) throw new Error('A delivery was claimed that was not requested.');
  return request;
}

function keyOf({ tenantId, eventId }: Pick<DeliveryToClaim, 'tenantId' | 'eventId'>): string {
  return `${tenantId} ${eventId}`;
}

/**
 * Of the rows that belong to one event, only one contains the event, because it may be large and is the same for all of
 * them.
 */
interface ClaimedRow
  extends Pick<
    ClaimedDelivery,
    'leaseToken' | 'webhookId' | 'url' | 'attemptNumber' | 'eventType' | 'isOrdered'
  > {
  /** Separated by spaces, and a time as a number: the driver reads an array and a timestamp much more slowly. */
  readonly sealedSecrets: string;
  readonly createdAtMs: number;
  readonly event: StoredEvent | null;
  readonly eventBytes: number;
}

export function claimColumns(requested: readonly DeliveryToClaim[]): string[][] {
  return [
    requested.map(({ tenantId }) => tenantId),
    requested.map(({ eventId }) => eventId),
    requested.map(({ deliveryId }) => deliveryId),
    requested.map(({ leaseToken }) => leaseToken),
  ];
}

/** The rows are ordered by id, because every statement that writes several deliveries locks them in this order. */
export const claimsSql = `select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[])
  as requested(tenant_id, event_id, delivery_id, lease_token) order by delivery_id`;

/** Earlier events of the same chat that an ordered webhook has not received yet. */
export const earlierInOrder = `
  from unfinished_deliveries earlier
  where earlier.tenant_id = delivery.tenant_id and earlier.webhook_id = delivery.webhook_id
    and earlier.ordered_chat_id = delivery.ordered_chat_id and earlier.sequence < delivery.sequence`;

/** The clocks of two machines differ, so a delivery that is due within this time is not put back into the queue. */
const clockTolerance = `interval '1 second'`;

/**
 * The size of the data of an event, about. A value that is not compressed is not read for it, which almost all are; the
 * compressed size of the others says nothing about how many bytes the worker would hold.
 */
const eventBytes = `case when pg_column_compression(data) is null then pg_column_size(data) else octet_length(data::text) end`;

const secretColumns: SecretColumns = { secret: 'webhook.secret', retired: 'webhook.retired_secrets' };

/**
 * A claim does not wait for the disk, which would be most of the time from commit to receiver. A crash of the database
 * may lose the claim, and everything written after it; the delivery is then pending and is sent again.
 *
 * Each delivery is looked up by its key and updated by its physical location (partition and `ctid`). Together with
 * `limit 1`, this leaves the planner only one plan. Otherwise it might start from a webhook and read all of its pending
 * deliveries to claim ten, or expect a row from each partition and therefore read all partitions. The order of events
 * leaves only their key: in an empty partition, the planner may prefer the index of the feed, which ends with the id, and
 * each lookup would then read all events of the tenant.
 *
 * The oldest events are read until they have the allowed bytes, at least one. Deliveries of further events are not claimed.
 *
 * A delivery that another transaction has locked is not waited for, because the claims of all tenants share this statement, and
 * a transaction of one tenant can hold its deliveries for long, for example the deletion of a webhook.
 *
 * It runs only with `sqlByKeys`: when PostgreSQL chooses partitions at run time, a concurrent change can crash the server
 * (ADR 0038).
 */
const claim = statement<ClaimedRow>(
  'claim-deliveries',
  `with requested as materialized (${claimsSql}),
   relaxed as materialized (select ${relaxedCommit}),
   event as materialized (
     select found.*, sum(found.bytes) over (order by found.id rows unbounded preceding) - found.bytes < $7::float8 as fits
     from (select distinct tenant_id, event_id from requested) wanted
     cross join lateral (
       select tenant_id, id, type, created_at, data, traceparent, ${eventBytes} as bytes from events
       where tenant_id = wanted.tenant_id and id = wanted.event_id order by id limit 1
     ) found
   ),
   due as materialized (
     select delivery.part, delivery.place, requested.lease_token, webhook.url,
       array_to_string(${validSecretsSql(secretColumns, '$5::timestamptz')}, ' ') as sealed_secrets
     from relaxed cross join requested
     join event on event.tenant_id = requested.tenant_id and event.id = requested.event_id and event.fits
     cross join lateral (
       select ${placeOfRow}, tenant_id, webhook_id, ordered_chat_id, sequence from deliveries
       where tenant_id = requested.tenant_id and event_id = requested.event_id and id = requested.delivery_id
         and ${statusText} = 'pending'
         and coalesce(next_attempt_at <= $5::timestamptz + ${clockTolerance}, true)
       limit 1 for no key update skip locked
     ) delivery
     cross join lateral (
       select url, secret, retired_secrets from webhooks
       where tenant_id = requested.tenant_id and id = delivery.webhook_id and status = 'active' limit 1
     ) webhook
     where delivery.ordered_chat_id is null or not exists (select ${earlierInOrder})
   ),
   claimed as (
     update deliveries delivery
     set status = 'delivering', attempt_count = delivery.attempt_count + 1, lease_token = due.lease_token,
       lease_expires_at = $6::timestamptz, updated_at = $5::timestamptz
     from due where ${isAt('due')}
     returning delivery.tenant_id, delivery.event_id, delivery.lease_token, delivery.webhook_id, due.url,
       due.sealed_secrets, delivery.attempt_count, delivery.created_at, delivery.event_type,
       delivery.ordered_chat_id is not null as is_ordered
   )
   select claimed.lease_token as "leaseToken", claimed.webhook_id as "webhookId", claimed.url,
     claimed.sealed_secrets as "sealedSecrets", claimed.attempt_count as "attemptNumber",
     (1000 * extract(epoch from claimed.created_at))::float8 as "createdAtMs", claimed.event_type as "eventType",
     claimed.is_ordered as "isOrdered",
     case when row_number() over (partition by claimed.tenant_id, claimed.event_id) = 1
       then json_build_object('id', event.id, 'type', event.type, 'createdAt', ${timestampText('event.created_at')},
         'data', event.data, 'traceparent', event.traceparent)
     end as event, event.bytes as "eventBytes"
   from claimed join event on event.tenant_id = claimed.tenant_id and event.id = claimed.event_id`,
);
