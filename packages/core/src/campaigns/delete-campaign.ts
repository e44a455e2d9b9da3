import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { type DeleteResult, deleteById } from '../resources/delete-by-id.js';
import { limitBulkWork } from '../sql/limit-bulk-work.js';
import { campaigns } from './campaign-record.js';
import { stopAndLeaveMessages } from './stop-campaigns.js';

/** What it has not sent yet is stopped first: without their campaign the waiting messages would still go out. */
export function deleteCampaign(context: Context, campaignId: string): Promise<DeleteResult> {
  return limitBulkWork(context, () =>
    deleteById(context, campaigns, campaignId, async (transaction) => {
      const [campaign] = await transaction.sql(lock, [context.tenantId, campaignId]);
      if (campaign?.hasOccurred) await stopAndLeaveMessages(transaction, context, [campaignId]);
    }),
  );
}

/** No occurrence starts while the campaign goes. */
const lock = statement<{ hasOccurred: boolean }>(
  'lock-campaign-to-delete',
  `select exists (
     select from campaign_occurrences occurrence
     where occurrence.tenant_id = campaign.tenant_id and occurrence.campaign_id = campaign.id
   ) as "hasOccurred"
   from campaigns campaign where campaign.tenant_id = $1::uuid and campaign.id = $2::uuid for update`,
);
