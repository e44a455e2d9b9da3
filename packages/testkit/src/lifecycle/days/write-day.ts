import { newIdSql } from '@parley/core';
import { type Database, firstIdAt } from '@parley/database';
import { dayMs } from './day-clock.js';
import type { DailyWorkspace } from './workspaces.js';

export interface Day {
  readonly start: Date;
  readonly events: number;
}

/**
 * Writes what a workspace stores in a day, spread over the day, with the same columns and in the same steps as the service:
 * a delivery is inserted, claimed and finished, so that it leaves as many dead rows behind.
 */
export async function writeDay(
  { pool }: Pick<Database, 'pool'>,
  workspace: DailyWorkspace,
  { start, events }: Day,
): Promise<void> {
  const { tenantId, webhookId, channelId, chatId, contactId, automationId, versionId } = workspace;
  const days = [firstIdAt(start), firstIdAt(new Date(start.getTime() + dayMs))];
  // This is one transaction: otherwise the worker would find the leases expired, and recover the deliveries.
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(insertEvents, [tenantId, start, events, webhookId, channelId, chatId, contactId]);
    await client.query(claimDeliveries, [tenantId, ...days]);
    await client.query(finishDeliveries, [tenantId, ...days]);
    await client.query(insertAttempts, [tenantId, ...days]);
    await client.query('commit');
  } finally {
    client.release();
  }
  const few = Math.ceil(events / 10);
  await pool.query(insertMessages, [tenantId, start, few, channelId, chatId]);
  await pool.query(insertRuns, [tenantId, start, few, automationId, versionId, contactId, chatId]);
  await pool.query(insertSends, [tenantId, start, few, channelId, automationId]);
  await pool.query(insertIdempotencyKeys, [tenantId, start, few]);
  await pool.query(insertDeadJobs, [tenantId, start, Math.ceil(few / 10)]);
}

const moments = `select number, moment from generate_series(0, $3::int - 1) as number
  cross join lateral (select $2::timestamptz + number * (interval '1 day' / $3::int) as moment) spread`;

const insertEvents = `with source as materialized (
    select ${newIdSql('moment')} as id, moment, number from (${moments}) daily
  ), event as (
    insert into events (tenant_id, id, type, legacy_type, channel_id, chat_id, contact_id, data, created_at)
    select $1::uuid, id, 'message.received', 'WHATSAPP_MESSAGE_RECEIVED', $5::uuid, $6::uuid, $7::uuid,
      jsonb_build_object('id', id, 'text', repeat('Hello, how are you? ', 15), 'chat', jsonb_build_object('id', $6::uuid),
        'contact', jsonb_build_object('id', $7::uuid, 'fullName', 'Person ' || number), 'errors', '[]'::jsonb), moment
    from source
  )
  insert into deliveries (tenant_id, id, event_id, webhook_id, event_type, next_attempt_at, created_at, updated_at)
  select $1::uuid, ${newIdSql('moment')}, id, $4::uuid, 'message.received', moment, moment, moment from source`;

const ofTheDay = 'tenant_id = $1::uuid and event_id >= $2::uuid and event_id < $3::uuid';

const claimDeliveries = `update deliveries set status = 'delivering', attempt_count = 1, lease_token = gen_random_uuid(),
    lease_expires_at = created_at + interval '1 minute'
  where ${ofTheDay} and status = 'pending'`;

/** One delivery in twenty fails permanently. */
const finishDeliveries = `update deliveries set lease_token = null, lease_expires_at = null, next_attempt_at = null,
    status = case when sequence % 20 = 0 then 'failed' else 'succeeded' end::delivery_status,
    last_status_code = case when sequence % 20 = 0 then 500 else 200 end,
    delivered_at = case when sequence % 20 > 0 then created_at end
  where ${ofTheDay} and status = 'delivering'`;

const insertAttempts = `insert into delivery_attempts
    (tenant_id, delivery_id, number, started_at, duration_ms, status_code, response_body)
  select tenant_id, id, 1, created_at, 12, last_status_code, 'The receiver has stored the event.'
  from deliveries where ${ofTheDay} on conflict do nothing`;

const insertMessages = `insert into messages
    (tenant_id, id, chat_id, channel_id, sender, status, text, timestamp, created_at, updated_at)
  select $1::uuid, ${newIdSql('moment')}, $5::uuid, $4::uuid, 'inbound', 'delivered',
    repeat('Hello, how are you? ', 5), moment, moment, moment
  from (${moments}) daily`;

const insertRuns = `with run as (
    insert into automation_runs (tenant_id, id, automation_id, automation_version_id, contact_id, chat_id, status,
      scheduled_at, started_at, finished_at, created_at, updated_at)
    select $1::uuid, ${newIdSql('moment')}, $4::uuid, $5::uuid, $6::uuid, $7::uuid, 'completed', moment, moment, moment,
      moment, moment
    from (${moments}) daily
    returning id, finished_at
  )
  insert into automation_run_steps (tenant_id, run_id, number, position, type, result, started_at, finished_at)
  select $1::uuid, id, number, number - 1, 'send_message', '{}', finished_at, finished_at
  from run cross join generate_series(1, 2) as number`;

/** A campaign that is completed on the same day. Its totals are kept when its recipients and sends are removed. */
const insertSends = `with campaign as (
    insert into campaigns (tenant_id, id, channel_id, automation_id, name, status, created_at, updated_at)
    values ($1::uuid, ${newIdSql('$2::timestamptz')}, $4::uuid, $5::uuid, 'Daily', 'completed', $2::timestamptz, $2::timestamptz)
    returning id
  ), occurrence as (
    insert into campaign_occurrences (tenant_id, id, campaign_id, occurs_at, started_at, finished_at, created_at, updated_at)
    select $1::uuid, ${newIdSql('$2::timestamptz')}, id, $2::timestamptz, $2::timestamptz, $2::timestamptz, $2::timestamptz,
      $2::timestamptz
    from campaign returning id, campaign_id
  ), recipient as (
    insert into campaign_recipients (tenant_id, id, campaign_id, contact_id, created_at)
    select $1::uuid, ${newIdSql('$2::timestamptz')}, campaign.id, contact.id, $2::timestamptz
    from campaign cross join (select id from contacts where tenant_id = $1::uuid order by id limit $3::int) contact
    returning id
  )
  insert into campaign_sends (tenant_id, id, campaign_id, recipient_id, occurrence_id, status, created_at, updated_at)
  select $1::uuid, ${newIdSql('$2::timestamptz')}, campaign_id, recipient.id, occurrence.id, 'sent', $2::timestamptz,
    $2::timestamptz
  from occurrence cross join recipient`;

const insertIdempotencyKeys = `insert into idempotency_keys
    (tenant_id, key, operation_id, request_hash, result, created_at, expires_at)
  select $1::uuid, gen_random_uuid(), 'sendMessage', repeat('0', 64), jsonb_build_object('text', repeat('Hello ', 20)),
    moment, moment + interval '1 day'
  from (${moments}) daily`;

const insertDeadJobs = `insert into dead_jobs (id, task, payload, error, attempts, created_at, died_at)
  select (extract(epoch from moment) * 1000000)::bigint + ('x' || right($1::uuid::text, 4))::bit(16)::int,
    'send-message', jsonb_build_object('tenantId', $1::uuid), 'The provider has refused the message.', 10, moment, moment
  from (${moments}) daily`;
