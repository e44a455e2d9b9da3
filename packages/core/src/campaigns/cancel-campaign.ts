import type { Context } from '../context.js';
import { requireById } from '../resources/get-by-id.js';
import { limitBulkWork } from '../sql/limit-bulk-work.js';
import { transact } from '../sql/transact.js';
import { type CampaignDetailRecord, campaignDetails } from './campaign-detail-record.js';
import { lockCampaign, peekAtCampaign } from './lock-campaign.js';
import { stopCampaigns } from './stop-campaigns.js';

/** Stops a campaign that is scheduled or running: it has no further occurrence, and unsent messages are not sent. */
export async function cancelCampaign(context: Context, campaignId: string): Promise<CampaignDetailRecord> {
  const cancel = () =>
    transact(context, async (transaction) => {
      const { tenantId } = context;
      await lockCampaign(transaction, context, { campaignId, allowed: ['scheduled', 'running'] });
      await stopCampaigns(transaction, context, [campaignId]);
      return requireById(transaction.sql, campaignDetails, { tenantId, id: campaignId });
    });
  const seen = await peekAtCampaign(context, campaignId);
  return limitBulkWork(context, cancel, seen?.hasOccurred ?? false);
}
