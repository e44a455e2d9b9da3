import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { isId } from '../ids.js';
import type { DeleteResult } from '../resources/delete-by-id.js';
import { defineDependents, deleteInBatches } from '../resources/delete-in-batches.js';
import { limitBulkWork } from '../sql/limit-bulk-work.js';
import { transact } from '../sql/transact.js';
import { campaigns } from './campaign-record.js';
import { hasOccurredSql } from './lock-campaign.js';
import { stopCampaigns } from './stop-campaigns.js';

export async function deleteCampaign(context: Context, campaignId: string): Promise<DeleteResult> {
  const isFound = await deleteCampaigns(context, 'id', campaignId);
  return { deletedIds: isFound ? [campaignId] : [], notFoundIds: isFound ? [] : [campaignId] };
}

/**
 * Deletes one campaign, or all campaigns of a channel or an automation. Returns false when there are none. All are
 * stopped first: a waiting message would otherwise be sent without its campaign, and a deletion may be interrupted
 * between two batches.
 */
export async function deleteCampaigns(
  context: Context,
  by: keyof typeof finds,
  id: string,
): Promise<boolean> {
  const found = isId(id) ? await context.database.sql(finds[by], [context.tenantId, id]) : [];
  const ids = found.map((campaign) => campaign.id);
  const stop = () => transact(context, (transaction) => stopCampaigns(transaction, context, ids));
  if (ids.length > 0)
    await limitBulkWork(
      context,
      stop,
      found.some(({ hasOccurred }) => hasOccurred),
    );
  for (const campaignId of ids) await deleteInBatches(context, campaigns, campaignId, { dependents: sends });
  return ids.length > 0;
}

const finds = { id: findBy('id'), channel_id: findBy('channel_id'), automation_id: findBy('automation_id') };

function findBy(column: string) {
  return statement<{ id: string; hasOccurred: boolean }>(
    `find-campaigns-by-${column}`,
    `select campaign.id, ${hasOccurredSql('campaign')} as "hasOccurred" from campaigns campaign
     where campaign.tenant_id = $1::uuid and campaign.${column} = $2::uuid`,
  );
}

/** The runs of a send are deleted with it; the messages stay. */
const sends = defineDependents('campaign_sends', 'campaign_id');
