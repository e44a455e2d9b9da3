import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { type EventType, eventTypes, type LegacyEventType } from '../events/event-type.js';
import { outsideFeed } from '../events/outside-feed.js';
import { newId } from '../ids.js';
import { addJobsSql } from '../jobs/add-jobs-sql.js';
import { traceparentSql } from '../sql/traceparent-sql.js';
import { transact } from '../sql/transact.js';
import { type DeliveryRecord, deliveryJson } from './delivery-record.js';
import { requireActiveWebhook } from './require-active-webhook.js';
import { sampleData } from './sample-data.js';

/**
 * Sends a sample event of the first type that the webhook subscribes to, to this webhook only. It is delivered, signed
 * and logged like any other, but a reader of the feed does not see it.
 */
export async function sendTestEvent(
  context: Context,
  { webhookId }: { webhookId: string },
): Promise<DeliveryRecord> {
  const { tenantId, now } = context;
  return transact(context, async ({ sql }) => {
    const webhook = await requireActiveWebhook(sql, context, webhookId);
    const name = webhook.events[0]?.type ?? 'message.received';
    const type = isEventType(name) ? name : legacyOrigin(name);
    const legacyType = isEventType(name) ? null : name;
    const data = JSON.stringify(sampleData(type, now()));
    const values = [tenantId, now(), webhook.id, newId(), newId(), type, legacyType, name, data];
    const [row] = await sql(send, values);
    if (row === undefined) throw new Error('The test event was not stored');
    return row.record;
  });
}

function isEventType(name: EventType | LegacyEventType): name is EventType {
  return eventTypes.some((type) => type === name);
}

/** The event that causes a legacy event. */
function legacyOrigin(name: LegacyEventType): EventType {
  if (name.endsWith('_RECEIVED')) return 'message.received';
  return name.endsWith('_ECHO') ? 'message.sent' : 'message.updated';
}

const testJob = addJobsSql({
  task: 'deliver',
  payload: { tenantId: '$1::uuid', eventId: '$4::uuid', deliveryId: 'delivery.id' },
  from: 'delivery',
  runAt: 'null',
});

const send = statement<{ record: DeliveryRecord; jobs: number }>(
  'send-test-event',
  `with event as (
     insert into events (tenant_id, id, type, legacy_type, data, created_at, traceparent, position)
     values ($1::uuid, $4::uuid, $6::text, $7::text, $9::jsonb, $2::timestamptz, ${traceparentSql}, ${outsideFeed})
   ),
   delivery as (
     insert into deliveries (tenant_id, id, event_id, webhook_id, event_type, next_attempt_at, created_at, updated_at)
     values ($1::uuid, $5::uuid, $4::uuid, $3::uuid, $8::delivery_event, $2::timestamptz, $2::timestamptz, $2::timestamptz)
     returning *
   ),
   job as (${testJob})
   select ${deliveryJson('delivery')} as record, (select added from job) as jobs from delivery`,
);
