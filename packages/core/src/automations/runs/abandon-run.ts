import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import { statusText } from '../../sql/status-text.js';
import { transact } from '../../sql/transact.js';
import type { RunError } from '../versions/step-failure.js';
import { recordRunFailed } from './record-run-failed.js';
import { settleSend } from './settle-send.js';

/** Fails a run that no worker could continue, regardless of its lease. */
export function abandonRun(context: Context, runId: string): Promise<void> {
  return transact(context, async (transaction) => {
    const values = [context.tenantId, context.now(), runId, JSON.stringify(error)];
    const [run] = await transaction.sql(fail, values);
    if (run === undefined) return;
    recordRunFailed(transaction, context, runId);
    settleSend(transaction, context, { campaignSendId: run.campaignSendId, end: 'failed' });
  });
}

const error: RunError = {
  code: 'internal_error',
  message: 'The run could not be continued because of an internal error.',
};

const fail = statement<{ campaignSendId: string | null }>(
  'abandon-automation-run',
  `update automation_runs set status = 'failed', error = $4::jsonb, finished_at = $2::timestamptz, lease_token = null,
     lease_expires_at = null, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid and ${statusText} in ('scheduled', 'running')
   returning campaign_send_id as "campaignSendId"`,
);
