import { type Statement, statement } from '@parley/database';
import type { Context } from '../context.js';
import { notFound } from '../domain-error.js';
import { isId } from '../ids.js';
import { requireById } from '../resources/get-by-id.js';
import { type Transaction, transact } from '../sql/transact.js';
import { type AutomationDetailRecord, automationDetails } from './automation-detail-record.js';
import { cancelUnbegunRuns } from './runs/cancel-unbegun-runs.js';

/** Makes the latest version the active one and switches the automation on. Where it is so already, nothing changes. */
export function publishAutomation(context: Context, automationId: string): Promise<AutomationDetailRecord> {
  return switchTo(context, automationId, publish);
}

/**
 * Switches an automation off, unless it is a draft or off already. Runs that have begun go on to their end, also those
 * that wait; those that have not are canceled.
 */
export function deactivateAutomation(
  context: Context,
  automationId: string,
): Promise<AutomationDetailRecord> {
  return switchTo(context, automationId, deactivate, (transaction) =>
    cancelUnbegunRuns(transaction, context, { automationId }),
  );
}

function switchTo(
  context: Context,
  automationId: string,
  change: Statement<{ id: string }>,
  follow?: (transaction: Transaction) => Promise<void>,
): Promise<AutomationDetailRecord> {
  return transact(context, async (transaction) => {
    const { sql } = transaction;
    const { tenantId, now } = context;
    if (!isId(automationId)) throw notFound('automation');
    const changed = await sql(change, [tenantId, now(), automationId]);
    if (changed.length > 0) await follow?.(transaction);
    return requireById(sql, automationDetails, { tenantId, id: automationId });
  });
}

const publish = statement<{ id: string }>(
  'publish-automation',
  `update automations set status = 'active', active_version_id = latest_version_id,
     active_version_trigger_type = latest_version_trigger_type,
     active_version_trigger_parameters_channel_id = latest_version_trigger_parameters_channel_id,
     updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid and active_version_id is distinct from latest_version_id
   returning id`,
);

export const deactivate = statement<{ id: string }>(
  'deactivate-automation',
  `update automations set status = 'inactive', active_version_id = null, active_version_trigger_type = null,
     active_version_trigger_parameters_channel_id = null, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid and status = 'active'
   returning id`,
);
