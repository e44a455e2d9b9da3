import { statement } from '@parley/database';
import { stopAndLeaveMessages } from '../campaigns/stop-campaigns.js';
import type { Context } from '../context.js';
import { type DeleteResult, deleteById } from '../resources/delete-by-id.js';
import { limitBulkWork } from '../sql/limit-bulk-work.js';
import { automations } from './automation-record.js';

/** Versions, runs and campaigns go with it; what its campaigns have not sent yet is stopped first. */
export function deleteAutomation(context: Context, automationId: string): Promise<DeleteResult> {
  return limitBulkWork(context, () =>
    deleteById(context, automations, automationId, async (transaction) => {
      const campaigns = await transaction.sql(lockCampaigns, [context.tenantId, automationId]);
      const occurred = campaigns.filter(({ hasOccurred }) => hasOccurred).map(({ id }) => id);
      if (occurred.length > 0) await stopAndLeaveMessages(transaction, context, occurred);
    }),
  );
}

/** The automation first, so that no campaign can begin to use it meanwhile. */
const lockCampaigns = statement<{ id: string; hasOccurred: boolean }>(
  'lock-campaigns-of-automation',
  `with automation as materialized (
     select tenant_id, id from automations where tenant_id = $1::uuid and id = $2::uuid for update
   )
   select campaign.id, exists (
     select from campaign_occurrences occurrence
     where occurrence.tenant_id = campaign.tenant_id and occurrence.campaign_id = campaign.id
   ) as "hasOccurred"
   from automation
   join campaigns campaign on campaign.tenant_id = automation.tenant_id and campaign.automation_id = automation.id
   order by campaign.id
   for update of campaign`,
);
