import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { requireById } from '../resources/get-by-id.js';
import { transact } from '../sql/transact.js';
import { type CampaignDetailRecord, campaignDetails } from './campaign-detail-record.js';
import { lockCampaign } from './lock-campaign.js';
import { stopCampaigns } from './stop-campaigns.js';

/** Stops a campaign that is scheduled or running: it does not happen again, and what has not been sent is not. */
export function cancelCampaign(context: Context, campaignId: string): Promise<CampaignDetailRecord> {
  return transact(context, async (transaction) => {
    const { tenantId, now } = context;
    await lockCampaign(transaction, context, { campaignId, allowed: ['scheduled', 'running'] });
    await transaction.sql(cancel, [tenantId, now(), campaignId]);
    await stopCampaigns(transaction, context, [campaignId]);
    return requireById(transaction.sql, campaignDetails, { tenantId, id: campaignId });
  });
}

const cancel = statement(
  'cancel-campaign',
  `with occurrence as (
     update campaign_occurrences set finished_at = $2::timestamptz, updated_at = $2::timestamptz
     where tenant_id = $1::uuid and campaign_id = $3::uuid and finished_at is null
   )
   update campaigns set status = 'canceled', next_occurrence_at = null, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
);
