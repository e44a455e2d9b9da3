import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { DomainError } from '../domain-error.js';
import { statusText } from '../sql/status-text.js';
import { transact } from '../sql/transact.js';
import { type AutomationRunDetailRecord, requireRun } from './run-record.js';
import { settleSend } from './runs/settle-send.js';

export interface RunKey {
  readonly automationId: string;
  readonly runId: string;
}

/** Cancels a run. A step that has begun finishes, because it locks the row of the run; no other step begins. */
export function cancelAutomationRun(context: Context, key: RunKey): Promise<AutomationRunDetailRecord> {
  return transact(context, async (transaction) => {
    const { id } = await requireRun(transaction.sql, context, key);
    const [canceled] = await transaction.sql(cancel, [context.tenantId, context.now(), id]);
    if (canceled === undefined) throw new DomainError('automation_run_finished');
    settleSend(transaction, context, { campaignSendId: canceled.campaignSendId, end: 'canceled' });
    return requireRun(transaction.sql, context, key);
  });
}

const cancel = statement<{ campaignSendId: string | null }>(
  'cancel-automation-run',
  `update automation_runs set status = 'canceled', finished_at = $2::timestamptz, lease_token = null,
     lease_expires_at = null, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid and ${statusText} in ('scheduled', 'running')
   returning campaign_send_id as "campaignSendId"`,
);
