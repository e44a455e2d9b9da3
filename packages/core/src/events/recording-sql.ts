import { addJobsSql } from '../jobs/add-jobs-sql.js';
import { newIdSql } from '../sql/new-id-sql.js';
import { traceparentSql } from '../sql/traceparent-sql.js';

/**
 * The result of a statement that records one event. The statement must select the count, because PostgreSQL does not
 * evaluate a `select` in a `with` clause that nothing refers to: the jobs of the deliveries would not be added.
 */
export interface Recorded<Entry> {
  readonly record: Entry;
  readonly deliveryCount: number;
}

/**
 * A statement that records events, the deliveries to the active webhooks that subscribe to their type and channel, and
 * the jobs of those deliveries. `output` is what it returns for each source row.
 *
 * `source` is a query that returns id, type, legacy_type, channel_id, chat_id, contact_id and data (json) of each
 * event. `$1` is the tenant and `$2` the current time; further parameters belong to the source.
 */
export function recordingSql(source: string, output = 'source.data as record'): string {
  return `with ${recordingSteps(source)}
    select ${output}, (select added from job) as "deliveryCount" from source`;
}

/** The queries of `recordingSql`, for a statement with queries of its own. It must select `added` of the query `job`. */
export function recordingSteps(source: string): string {
  return `source as materialized (${source}),
    event as (
      insert into events (tenant_id, id, type, legacy_type, channel_id, chat_id, contact_id, data, created_at, traceparent,
        position)
      select $1::uuid, id, type, legacy_type, channel_id, chat_id, contact_id, data::jsonb, $2::timestamptz, ${traceparentSql},
        (select next_event_position())
      from source
    ),
    subscriber as (${subscribers}),
    delivery as (
      insert into deliveries (tenant_id, id, event_id, webhook_id, event_type, next_attempt_at, ordered_chat_id,
        created_at, updated_at)
      select $1::uuid, ${newIdSql('$2::timestamptz')}, event_id, webhook_id, event_type, $2::timestamptz,
        ordered_chat_id, $2::timestamptz, $2::timestamptz
      from subscriber
      returning id, event_id
    ),
    job as (${deliveryJobs})`;
}

/** An event of a contact belongs to every channel on which the contact has a chat. */
export function hasChatOn(contactId: string, channelIds: string): string {
  return `exists (select from chats own_chat where own_chat.tenant_id = $1::uuid
    and own_chat.contact_id = ${contactId} and own_chat.channel_id::text = any (${channelIds}))`;
}

/**
 * One delivery per event and webhook, by the first matching entry of its list. An entry without a type matches every
 * type that is not a legacy one.
 */
const subscribers = `
  select distinct on (source.id, webhook.id) source.id as event_id, webhook.id as webhook_id,
    coalesce(entry.type, source.type)::delivery_event as event_type,
    case when webhook.ordered then source.chat_id end as ordered_chat_id
  from source
  join webhooks webhook on webhook.tenant_id = $1::uuid and webhook.status = 'active'
  join webhook_events entry on entry.tenant_id = webhook.tenant_id and entry.webhook_id = webhook.id
    and (entry.type is null or entry.type in (source.type, source.legacy_type))
    and (cardinality(entry.channel_ids) = 0 or source.channel_id::text = any (entry.channel_ids)
      or (source.channel_id is null and ${hasChatOn('source.contact_id', 'entry.channel_ids')}))
  order by source.id, webhook.id, entry.position`;

/**
 * A job for several deliveries takes little more work than a job for one. One statement claims all deliveries of a job,
 * and nothing is sent until it ends; so a job has few deliveries.
 */
const deliveriesPerJob = 10;

const deliveryJobs = addJobsSql({
  task: 'deliver-event',
  payload: { tenantId: '$1::uuid', eventId: 'part.event_id', deliveryIds: 'part.delivery_ids' },
  from: `(
    select event_id, array_agg(id) as delivery_ids
    from (
      select event_id, id, (row_number() over (partition by event_id order by id) - 1) / ${deliveriesPerJob} as number
      from delivery
    ) numbered
    group by event_id, number
  ) part`,
  runAt: 'null',
});
