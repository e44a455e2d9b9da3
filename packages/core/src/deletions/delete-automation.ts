import { recordAudit } from '../auditing/record-audit.js';
import { automations } from '../automations/automation-record.js';
import { deactivate } from '../automations/publish-automation.js';
import { deleteCampaigns } from '../campaigns/delete-campaign.js';
import type { Context } from '../context.js';
import { isId } from '../ids.js';
import type { DeleteResult } from '../resources/delete-by-id.js';
import { defineDependents, deleteInBatches } from '../resources/delete-in-batches.js';
import { bulkStatement } from '../sql/bulk-statement.js';
import { runInBatches } from '../sql/run-in-batches.js';
import { transact } from '../sql/transact.js';

/**
 * Deletes an automation with its versions, runs and campaigns. It is deactivated first, because the deletion may be
 * interrupted.
 */
export async function deleteAutomation(context: Context, automationId: string): Promise<DeleteResult> {
  const key = [context.tenantId, context.now(), automationId];
  if (isId(automationId)) {
    await transact(context, ({ sql }) => sql(deactivate, key));
    await runInBatches(context, cancelRuns, key);
  }
  await deleteCampaigns(context, 'automation_id', automationId);
  return deleteInBatches(context, automations, automationId, {
    dependents: runs,
    record: (transaction) =>
      recordAudit(transaction, context, { action: 'automation.deleted', resourceId: automationId }),
  });
}

/** The runs of campaigns end with their campaigns. */
const cancelRuns = bulkStatement(
  'cancel-runs-of-automation',
  `update automation_runs set status = 'canceled', finished_at = $2::timestamptz, lease_token = null,
     lease_expires_at = null, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = any (array(
     select id from automation_runs
     where tenant_id = $1::uuid and automation_id = $3::uuid and status in ('scheduled', 'running')
       and campaign_send_id is null
     order by id limit $4::int for no key update
   ))
   returning id`,
);

const runs = defineDependents('automation_runs', 'automation_id');
