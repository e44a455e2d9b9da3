import type { MessageStatus } from '@parley/database';
import type { Context } from '../context.js';
import { recordingSql } from '../events/recording-sql.js';
import { messageEventJson } from '../messages/message-event.js';
import { wakeMessagesBehind } from '../messages/schedule-sending.js';
import { campaignCanceled } from '../messages/withdraw-message.js';
import { bulkStatement, opaqueTenant } from '../sql/bulk-statement.js';
import { newIdSql } from '../sql/new-id-sql.js';
import type { Transaction } from '../sql/transact.js';

/**
 * Cancels campaigns and everything they have not sent yet: runs end before their next step, and waiting messages fail.
 * The provider may already have a message that is being sent; if not, it is not retried.
 */
export async function stopCampaigns(
  transaction: Transaction,
  context: Context,
  campaignIds: readonly string[],
): Promise<void> {
  const { sql } = transaction;
  const { tenantId, now } = context;
  await sql(cancel, [tenantId, now(), campaignIds]);
  // The order matters: once the runs have ended no message is added, and once the messages have ended none is sent.
  const runs = await sql(findRuns, [tenantId, campaignIds]);
  if (runs.length > 0) await sql(cancelRuns, [tenantId, now(), idsOf(runs)]);
  const waiting = await sql(findMessages, [tenantId, campaignIds]);
  const affected = await sql(stopMessages, [
    tenantId,
    now(),
    idsOf(waiting),
    JSON.stringify([campaignCanceled]),
  ]);
  const stopped = affected.filter(({ status }) => status === 'failed');
  await sql(cancelSends, [tenantId, now(), campaignIds, idsOf(stopped)]);
  if (stopped.length === 0) return;
  await sql(recordStopped, [tenantId, now(), idsOf(stopped)]);
  // Job keys are locked last, when the transaction has to wait for no other lock.
  wakeMessagesBehind(transaction, context, idsOf(stopped));
}

interface Row {
  readonly id: string;
}

function idsOf(rows: readonly Row[]): string[] {
  return rows.map(({ id }) => id);
}

function sendOf(row: string): string {
  return `cross join lateral (
     select campaign_id from campaign_sends where tenant_id = tenant.id and id = ${row}.campaign_send_id offset 0
   ) send`;
}

/** Finished campaigns do not change. The row locks prevent an occurrence from starting meanwhile. */
const cancel = bulkStatement(
  'cancel-campaigns',
  `with occurrence as (
     update campaign_occurrences set finished_at = $2::timestamptz, updated_at = $2::timestamptz
     where tenant_id = $1::uuid and campaign_id = any ($3::uuid[]) and finished_at is null
   )
   update campaigns set status = 'canceled', next_occurrence_at = null, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = any ($3::uuid[]) and status in ('draft', 'scheduled', 'running')`,
);

/**
 * Starts from the active runs of the automations, which are few compared to all sends. This finds every run, because a
 * campaign cannot change its automation while it has active runs.
 */
const findRuns = bulkStatement<Row>(
  'find-runs-to-cancel',
  `with ${opaqueTenant}, automation as (
     select distinct automation_id as id from campaigns where tenant_id = $1::uuid and id = any ($2::uuid[])
   )
   select run.id from tenant cross join automation
   cross join lateral (
     select id, campaign_send_id from automation_runs
     where tenant_id = tenant.id and automation_id = automation.id and status in ('scheduled', 'running') offset 0
   ) run
   ${sendOf('run')} where send.campaign_id = any ($2::uuid[])`,
);

const cancelRuns = bulkStatement(
  'cancel-runs-of-campaigns',
  `update automation_runs set status = 'canceled', finished_at = $2::timestamptz, lease_token = null,
     lease_expires_at = null, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = any (array(
     select id from automation_runs
     where tenant_id = $1::uuid and id = any ($3::uuid[]) and status in ('scheduled', 'running')
     order by id for no key update
   ))`,
);

const findMessages = bulkStatement<Row>(
  'find-messages-to-stop',
  `with ${opaqueTenant}
   select message.id from tenant
   cross join lateral (
     select id, campaign_send_id from messages
     where tenant_id = tenant.id and sender = 'outbound' and status = 'pending' offset 0
   ) message
   ${sendOf('message')} where send.campaign_id = any ($2::uuid[])`,
);

const stopMessages = bulkStatement<Row & { status: MessageStatus }>(
  'stop-messages',
  `update messages set is_stopped = true, updated_at = $2::timestamptz,
     status = case when lease_token is null then 'failed' else status end,
     errors = case when lease_token is null then $4::jsonb else errors end
   where tenant_id = $1::uuid and id = any (array(
     select id from messages where tenant_id = $1::uuid and id = any ($3::uuid[]) and status = 'pending'
     order by id for no key update
   ))
   returning id, status`,
);

const recordStopped = bulkStatement(
  'record-stopped-messages',
  recordingSql(
    `with ${opaqueTenant}
     select ${newIdSql('$2::timestamptz')} as id, 'message.updated' as type,
       upper(channel.type::text) || '_MESSAGE_STATUS' as legacy_type, channel.id as channel_id,
       chat.id as chat_id, contact.id as contact_id, ${messageEventJson} as data
     from tenant cross join unnest($3::uuid[]) as stopped(id)
     cross join lateral (select * from messages where tenant_id = tenant.id and id = stopped.id offset 0) message
     cross join lateral (select * from chats where tenant_id = tenant.id and id = message.chat_id offset 0) chat
     cross join lateral (select * from channels where tenant_id = tenant.id and id = chat.channel_id offset 0) channel
     cross join lateral (select * from contacts where tenant_id = tenant.id and id = chat.contact_id offset 0) contact
     cross join lateral (select * from handles where tenant_id = tenant.id and id = chat.handle_id offset 0) handle`,
    'count(*)::int as "eventCount"',
  ),
);

/** Skips the sends of messages that are being sent: such a send gets the status of its message. */
const cancelSends = bulkStatement(
  'cancel-campaign-sends',
  `update campaign_sends set status = 'canceled', updated_at = $2::timestamptz
   where tenant_id = $1::uuid and campaign_id = any ($3::uuid[]) and status = 'pending'
     and (message_id is null or message_id = any ($4::uuid[]))`,
);
