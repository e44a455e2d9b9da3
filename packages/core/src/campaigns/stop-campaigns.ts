import type { MessageStatus } from '@parley/database';
import type { Context } from '../context.js';
import { recordingSql } from '../events/recording-sql.js';
import { campaignCanceled } from '../messages/cancel-message.js';
import { messageEventJson } from '../messages/message-event.js';
import { wakeMessagesBehind } from '../messages/schedule-sending.js';
import { bulkStatement, opaqueTenant } from '../sql/bulk-statement.js';
import { newIdSql } from '../sql/new-id-sql.js';
import type { Transaction } from '../sql/transact.js';

/**
 * Stops what campaigns have not sent yet: runs end before their next step, and messages that wait to be sent fail. One
 * that a sender has in its hands may be with the provider already; if it is not, it is not tried again.
 */
export async function stopCampaigns(
  transaction: Transaction,
  context: Context,
  campaignIds: readonly string[],
): Promise<void> {
  const { sql } = transaction;
  const { tenantId, now } = context;
  // In this order: once the runs have ended no message is added, and once the messages have, none is sent.
  const runs = await sql(findRuns, [tenantId, campaignIds]);
  await sql(cancelRuns, [tenantId, now(), idsOf(runs)]);
  const waiting = await sql(findMessages, [tenantId, campaignIds]);
  const asked = await sql(stopMessages, [tenantId, now(), idsOf(waiting), JSON.stringify([campaignCanceled])]);
  const stopped = asked.filter(({ status }) => status === 'failed');
  if (stopped.length > 0) {
    await sql(recordStopped, [tenantId, now(), idsOf(stopped)]);
    await wakeMessagesBehind(transaction, context, idsOf(stopped));
  }
  await sql(cancelSends, [tenantId, now(), campaignIds, idsOf(stopped)]);
}

/**
 * Stops campaigns that are about to be deleted, and takes their messages off them. The foreign keys would do that too,
 * one after the other; but a message that this transaction has stopped is checked whole each time, and would still
 * name the run that is gone.
 */
export async function stopAndLeaveMessages(
  transaction: Transaction,
  context: Context,
  campaignIds: readonly string[],
): Promise<void> {
  await stopCampaigns(transaction, context, campaignIds);
  await transaction.sql(leaveMessages, [context.tenantId, campaignIds]);
}

interface Row {
  readonly id: string;
}

function idsOf(rows: readonly Row[]): string[] {
  return rows.map(({ id }) => id);
}

const findRuns = bulkStatement<Row>(
  `with ${opaqueTenant}
   select run.id from tenant
   join campaign_sends send on send.tenant_id = tenant.id and send.campaign_id = any ($2::uuid[])
   cross join lateral (
     select id from automation_runs
     where tenant_id = tenant.id and campaign_send_id = send.id and status in ('scheduled', 'running') offset 0
   ) run`,
);

const cancelRuns = bulkStatement(
  `update automation_runs set status = 'canceled', finished_at = $2::timestamptz, lease_token = null,
     lease_expires_at = null, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = any ($3::uuid[]) and status in ('scheduled', 'running')`,
);

const findMessages = bulkStatement<Row>(
  `with ${opaqueTenant}
   select message.id from tenant
   join campaign_sends send on send.tenant_id = tenant.id and send.campaign_id = any ($2::uuid[])
   cross join lateral (
     select id from messages
     where tenant_id = tenant.id and campaign_send_id = send.id and status = 'pending' offset 0
   ) message`,
);

const stopMessages = bulkStatement<Row & { status: MessageStatus }>(
  `update messages set is_stopped = true, updated_at = $2::timestamptz,
     status = case when lease_token is null then 'failed' else status end,
     errors = case when lease_token is null then $4::jsonb else errors end
   where tenant_id = $1::uuid and id = any ($3::uuid[]) and status = 'pending'
   returning id, status`,
);

const recordStopped = bulkStatement(
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

/** A place whose message is in the hands of a sender follows that message. */
const cancelSends = bulkStatement(
  `update campaign_sends set status = 'canceled', updated_at = $2::timestamptz
   where tenant_id = $1::uuid and campaign_id = any ($3::uuid[]) and status = 'pending'
     and (message_id is null or message_id = any ($4::uuid[]))`,
);

const leaveMessages = bulkStatement(
  `with ${opaqueTenant}
   update messages set campaign_send_id = null, automation_run_id = null
   where tenant_id = $1::uuid and id = any (array(
     select message.id from tenant
     join campaign_sends send on send.tenant_id = tenant.id and send.campaign_id = any ($2::uuid[])
     cross join lateral (
       select id from messages where tenant_id = tenant.id and campaign_send_id = send.id offset 0
     ) message
   ))`,
);
