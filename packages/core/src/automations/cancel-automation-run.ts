import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { DomainError, notFound } from '../domain-error.js';
import { isId } from '../ids.js';
import { transact } from '../sql/transact.js';
import { type AutomationRunDetailRecord, requireRun } from './run-record.js';
import { settleSend } from './runs/settle-send.js';

export interface RunKey {
  readonly automationId: string;
  readonly runId: string;
}

/** Cancels a run. A step that has begun is finished, since it holds the row of the run; no other begins. */
export function cancelAutomationRun(context: Context, key: RunKey): Promise<AutomationRunDetailRecord> {
  return transact(context, async (transaction) => {
    const { automationId, runId } = key;
    if (!isId(automationId)) throw notFound('automation');
    if (!isId(runId)) throw notFound('automation_run');
    const values = [context.tenantId, context.now(), automationId, runId];
    const [canceled] = await transaction.sql(cancel, values);
    const run = await requireRun(transaction.sql, context, key);
    if (canceled === undefined) throw new DomainError('automation_run_finished');
    await settleSend(transaction, context, { campaignSendId: canceled.campaignSendId, end: 'canceled' });
    return run;
  });
}

const cancel = statement<{ campaignSendId: string | null }>(
  'cancel-automation-run',
  `update automation_runs set status = 'canceled', finished_at = $2::timestamptz, lease_token = null,
     lease_expires_at = null, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and automation_id = $3::uuid and id = $4::uuid and status in ('scheduled', 'running')
   returning campaign_send_id as "campaignSendId"`,
);
