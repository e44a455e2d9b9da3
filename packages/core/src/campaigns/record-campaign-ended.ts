import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { recordingSql } from '../events/recording-sql.js';
import { newId } from '../ids.js';
import type { Transaction } from '../sql/transact.js';
import { campaignDetails } from './campaign-detail-record.js';

/**
 * Records `campaign.completed` or `campaign.failed` with the campaign as it is now in this transaction. A campaign that
 * waits for its next occurrence has not ended, and records nothing.
 */
export function recordCampaignEnded(
  { send }: Transaction,
  { tenantId, now }: Context,
  campaignId: string,
): void {
  send(record, [tenantId, now(), newId(), campaignId]);
}

const whole = campaignDetails.recordOf('campaigns');

/**
 * The reason of a completed campaign quotes the error of one message. The provider has written it, so it may mention the
 * person, and the event is not erased with the person.
 */
const data = `case when campaigns.status = 'failed' then ${whole}::jsonb
  else ${whole}::jsonb || '{"failureReason": null}' end`;

const record = statement(
  'record-campaign-ended',
  recordingSql(
    `select $3::uuid as id, 'campaign.' || campaigns.status as type, null::text as legacy_type, campaigns.channel_id,
       null::uuid as chat_id, null::uuid as contact_id, ${data} as data
     from campaigns
     where campaigns.tenant_id = $1::uuid and campaigns.id = $4::uuid and campaigns.status in ('completed', 'failed')`,
    'count(*)::int as "eventCount"',
  ),
);
