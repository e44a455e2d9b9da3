import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { recordingSql } from '../events/recording-sql.js';
import { type MessageErrorRecord, messageEventSql } from '../messages/message-event.js';
import { requireById } from '../resources/get-by-id.js';
import { bulkStatement } from '../sql/bulk-statement.js';
import { newIdSql } from '../sql/new-id-sql.js';
import { transact } from '../sql/transact.js';
import { type CampaignDetailRecord, campaignDetails } from './campaign-detail-record.js';
import { lockCampaign } from './lock-campaign.js';

/**
 * Stops a campaign that is scheduled or running. Runs end before their next step, and messages that wait to be sent are
 * not; one that a sender has in its hands may be with the provider already and goes its way.
 */
export function cancelCampaign(context: Context, campaignId: string): Promise<CampaignDetailRecord> {
  return transact(context, async (transaction) => {
    const { sql } = transaction;
    const { tenantId, now } = context;
    await lockCampaign(transaction, context, { campaignId, allowed: ['scheduled', 'running'] });
    const values = [tenantId, now(), campaignId];
    await sql(cancel, values);
    // In this order: once the runs have ended no message is added, and once the messages have, none is sent.
    await sql(cancelRuns, values);
    const stopped = await sql(stopMessages, [...values, JSON.stringify([canceled])]);
    if (stopped.length > 0) await sql(recordStopped, [tenantId, now(), stopped.map(({ id }) => id)]);
    await sql(cancelSends, values);
    return requireById(sql, campaignDetails, { tenantId, id: campaignId });
  });
}

const canceled: MessageErrorRecord = {
  code: 'campaign_canceled',
  message: 'The campaign was canceled before the message was sent.',
};

const cancel = statement(
  'cancel-campaign',
  `with occurrence as (
     update campaign_occurrences set finished_at = $2::timestamptz, updated_at = $2::timestamptz
     where tenant_id = $1::uuid and campaign_id = $3::uuid and finished_at is null
   )
   update campaigns set status = 'canceled', next_occurrence_at = null, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
);

const cancelRuns = bulkStatement(
  `update automation_runs run set status = 'canceled', finished_at = $2::timestamptz, lease_token = null,
     lease_expires_at = null, updated_at = $2::timestamptz
   from campaign_sends send
   where send.tenant_id = $1::uuid and send.campaign_id = $3::uuid
     and run.tenant_id = send.tenant_id and run.campaign_send_id = send.id and run.status in ('scheduled', 'running')`,
);

const stopMessages = bulkStatement<{ id: string }>(
  `update messages message set status = 'failed', errors = $4::jsonb, updated_at = $2::timestamptz
   from campaign_sends send
   where send.tenant_id = $1::uuid and send.campaign_id = $3::uuid
     and message.tenant_id = send.tenant_id and message.campaign_send_id = send.id
     and message.status = 'pending' and message.lease_token is null
   returning message.id`,
);

const recordStopped = bulkStatement(
  recordingSql(
    messageEventSql({
      eventId: newIdSql('$2::timestamptz'),
      messageId: 'any ($3::uuid[])',
      type: 'message.updated',
      legacyType: 'status',
    }),
    'count(*)::int as "eventCount"',
  ),
);

/** A place whose message is still pending follows that message. */
const cancelSends = bulkStatement(
  `update campaign_sends send set status = 'canceled', updated_at = $2::timestamptz
   where send.tenant_id = $1::uuid and send.campaign_id = $3::uuid and send.status = 'pending' and not exists (
     select from messages message
     where message.tenant_id = send.tenant_id and message.id = send.message_id and message.status = 'pending')`,
);
