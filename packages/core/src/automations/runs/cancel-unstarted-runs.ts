import type { Context } from '../../context.js';
import { bulkStatement } from '../../sql/bulk-statement.js';
import { batchSize, runInBatches } from '../../sql/run-in-batches.js';
import type { RunError } from '../versions/step-failure.js';

/** The error of a run that was scheduled while its automation was active, and had not begun at the deactivation. */
const automationNotActive: RunError = {
  code: 'automation_not_active',
  message: 'The automation was deactivated before the run began.',
};

interface UnstartedRuns {
  readonly automationId: string;
  /** Default is every run of the automation. */
  readonly runId?: string;
}

/**
 * Cancels the runs of an inactive automation that have not begun, and their pending campaign sends, in batches. Each of
 * these runs gets the error `automation_not_active`. If the work is interrupted, `leaseRun` cancels each remaining run
 * when it is due.
 */
export async function cancelUnstartedRuns(
  context: Context,
  { automationId, runId }: UnstartedRuns,
): Promise<void> {
  const { tenantId, now } = context;
  const error = JSON.stringify(automationNotActive);
  await runInBatches(context, cancel, [tenantId, now(), automationId, runId ?? null, error]);
}

/** Skips the runs of an automation that has been published again. */
const cancel = bulkStatement(
  'cancel-unbegun-runs',
  `with unbegun as materialized (
     select id from automation_runs
     where tenant_id = $1::uuid and automation_id = $3::uuid and status = 'scheduled'
       and ($4::uuid is null or id = $4::uuid)
       and exists (select from automations where tenant_id = $1::uuid and id = $3::uuid and status <> 'active')
     order by id limit ${batchSize} for no key update
   ), canceled as (
     update automation_runs run set status = 'canceled', error = $5::jsonb, finished_at = $2::timestamptz,
       lease_token = null, lease_expires_at = null, updated_at = $2::timestamptz
     from unbegun where run.tenant_id = $1::uuid and run.id = unbegun.id
     returning run.id, run.campaign_send_id
   ), withdrawn as (
     update campaign_sends send set status = 'canceled', updated_at = $2::timestamptz
     from canceled
     where send.tenant_id = $1::uuid and send.id = canceled.campaign_send_id and send.status = 'pending'
       and send.message_id is null
   )
   select id from canceled`,
);
