import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { type DeleteResult, deleteById } from '../resources/delete-by-id.js';
import { limitBulkWork } from '../sql/limit-bulk-work.js';
import { campaigns } from './campaign-record.js';
import { stopCampaign } from './stop-campaign.js';

/** What it has not sent yet is stopped first: without their campaign the waiting messages would still go out. */
export function deleteCampaign(context: Context, campaignId: string): Promise<DeleteResult> {
  return limitBulkWork(context, () =>
    deleteById(context, campaigns, campaignId, async (transaction) => {
      const found = await transaction.sql(lock, [context.tenantId, campaignId]);
      if (found.length > 0) await stopCampaign(transaction, context, campaignId);
    }),
  );
}

/** No occurrence starts while the campaign goes. */
const lock = statement<{ id: string }>(
  'lock-campaign-to-delete',
  `select id from campaigns where tenant_id = $1::uuid and id = $2::uuid for update`,
);
