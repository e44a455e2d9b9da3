import { statement } from '@parley/database';
import { stopCampaign } from '../campaigns/stop-campaign.js';
import type { Context } from '../context.js';
import { type DeleteResult, deleteById } from '../resources/delete-by-id.js';
import { limitBulkWork } from '../sql/limit-bulk-work.js';
import { automations } from './automation-record.js';

/** Versions, runs and campaigns go with it; what its campaigns have not sent yet is stopped first. */
export function deleteAutomation(context: Context, automationId: string): Promise<DeleteResult> {
  return limitBulkWork(context, () =>
    deleteById(context, automations, automationId, async (transaction) => {
      const campaigns = await transaction.sql(lockCampaigns, [context.tenantId, automationId]);
      for (const { id } of campaigns) await stopCampaign(transaction, context, id);
    }),
  );
}

/** The automation first, so that no campaign can begin to use it meanwhile. */
const lockCampaigns = statement<{ id: string }>(
  'lock-campaigns-of-automation',
  `with automation as materialized (
     select tenant_id, id from automations where tenant_id = $1::uuid and id = $2::uuid for update
   )
   select campaign.id from automation
   join campaigns campaign on campaign.tenant_id = automation.tenant_id and campaign.automation_id = automation.id
   order by campaign.id
   for update of campaign`,
);
