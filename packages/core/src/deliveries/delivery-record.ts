import type { DeliveryStatus, Sql } from '@parley/database';
import type { Context } from '../context.js';
import type { EventType, LegacyEventType } from '../events/event-type.js';
import { defineChild, requireChild } from '../resources/child.js';
import type { RecordSource } from '../resources/resource.js';
import { enumField } from '../search/declared-enums.js';
import type { Searchable } from '../search/searchable.js';
import { jsonList, jsonObject, timestampText } from '../sql/json.js';
import { webhooks } from '../webhooks/webhook-record.js';

export interface DeliveryRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly eventId: string;
  readonly event: EventType | LegacyEventType;
  readonly status: DeliveryStatus;
  readonly attemptCount: number;
  /** Null when no further attempt is planned. */
  readonly nextAttemptAt: string | null;
  readonly lastStatusCode: number | null;
  readonly deliveredAt: string | null;
  /** The delivery that this one repeats. */
  readonly resendOfId: string | null;
}

export interface DeliveryAttemptRecord {
  readonly number: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly statusCode: number | null;
  /** Why there was no response, for the owner of the webhook. */
  readonly error: string | null;
  /** The beginning of the response. */
  readonly responseBody: string | null;
}

export interface DeliveryDetails extends DeliveryRecord {
  readonly attempts: readonly DeliveryAttemptRecord[];
}

const source: RecordSource<DeliveryRecord> = {
  name: 'delivery',
  table: 'deliveries',
  recordOf: deliveryJson,
};

const event = { ...enumField('delivery_event'), column: 'event_type' };

/** Defines the search over the deliveries of one webhook. */
export function deliveriesOf(webhookId: string): Searchable<DeliveryRecord> {
  return {
    ...source,
    parent: { resource: webhooks, id: webhookId, column: 'webhook_id' },
    searchColumn: event,
    fields,
  };
}

/**
 * Only a few columns are searchable: every attempt changes a delivery, and an index on a changing column slows down
 * each attempt.
 */
const fields: Searchable<DeliveryRecord>['fields'] = {
  id: { kind: 'id', column: 'id' },
  createdAt: { kind: 'timestamp', column: 'created_at' },
  eventId: { kind: 'id', column: 'event_id' },
  event,
  status: { ...enumField('delivery_status'), column: 'status', listed: isListedAs },
};

/**
 * The tables that list the deliveries of certain statuses. All other deliveries have succeeded. Only the id of the
 * delivery is compared: if its event were compared as well, the planner would expect a single row.
 */
const lists: Readonly<Record<string, readonly DeliveryStatus[]>> = {
  unfinished_deliveries: ['pending', 'delivering'],
  unsuccessful_deliveries: ['failed', 'canceled'],
};

function isListedAs(row: string, values: readonly string[]): string | undefined {
  const [table, statuses] =
    Object.entries(lists).find(([, known]) =>
      values.every((value) => known.some((status) => status === value)),
    ) ?? [];
  const wanted = statuses?.filter((status) => values.includes(status)).map((status) => `'${status}'`);
  return (
    wanted &&
    `exists (select from ${table} listed
      where listed.tenant_id = ${row}.tenant_id and listed.webhook_id = ${row}.webhook_id
        and listed.status in (${wanted.join(', ')})
        and listed.delivery_id = ${row}.id)`
  );
}

export interface DeliveryKey {
  readonly webhookId: string;
  readonly deliveryId: string;
}

/** Returns one delivery of a webhook with all its attempts. */
export function getDelivery(context: Context, key: DeliveryKey): Promise<DeliveryDetails> {
  return requireDelivery(context.database.sql, context, key);
}

/** Like `getDelivery`, but inside a transaction. */
export function requireDelivery(
  sql: Sql,
  { tenantId }: Context,
  { webhookId, deliveryId }: DeliveryKey,
): Promise<DeliveryDetails> {
  return requireChild(sql, deliveryDetails, { tenantId, parentId: webhookId, id: deliveryId });
}

function deliveryColumns(row: string): { readonly [Key in keyof DeliveryRecord]: string } {
  return {
    id: `${row}.id`,
    createdAt: timestampText(`${row}.created_at`),
    updatedAt: timestampText(`${row}.updated_at`),
    eventId: `${row}.event_id`,
    event: `${row}.event_type`,
    status: `${row}.status`,
    attemptCount: `${row}.attempt_count`,
    nextAttemptAt: timestampText(`${row}.next_attempt_at`),
    lastStatusCode: `${row}.last_status_code`,
    deliveredAt: timestampText(`${row}.delivered_at`),
    resendOfId: `${row}.resend_of_id`,
  };
}

export function deliveryJson(row: string): string {
  return jsonObject<DeliveryRecord>(deliveryColumns(row));
}

const deliveryDetails = defineChild<DeliveryDetails>({
  name: 'delivery',
  table: 'deliveries',
  parent: webhooks,
  column: 'webhook_id',
  recordOf: (row) =>
    jsonObject<DeliveryDetails>({
      ...deliveryColumns(row),
      attempts: jsonList({
        item: jsonObject<DeliveryAttemptRecord>({
          number: 'attempt.number',
          startedAt: timestampText('attempt.started_at'),
          durationMs: 'attempt.duration_ms',
          statusCode: 'attempt.status_code',
          error: 'attempt.error',
          responseBody: 'attempt.response_body',
        }),
        from: `delivery_attempts attempt
          where attempt.tenant_id = ${row}.tenant_id and attempt.delivery_id = ${row}.id`,
        orderBy: 'attempt.number',
      }),
    }),
});
