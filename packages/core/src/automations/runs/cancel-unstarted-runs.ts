import type { Context } from '../../context.js';
import { bulkStatement } from '../../sql/bulk-statement.js';
import { runInBatches } from '../../sql/run-in-batches.js';
import { awaitsReplySql } from '../../triggers/awaits-reply-sql.js';
import type { RunError } from '../versions/step-failure.js';

/** The errors of a run that had not begun at the deactivation, and of one that waited for a reply. */
const notActive = [
  'The automation was deactivated before the run began.',
  'The automation was deactivated while the run waited for a reply.',
].map((message): RunError => ({ code: 'automation_not_active', message }));

interface UnstartedRuns {
  readonly automationId: string;
  /** Default is every run of the automation. */
  readonly runId?: string;
}

/**
 * Cancels the runs of an inactive automation that have not begun, with their pending campaign sends, and those that wait
 * for a reply, in batches. Each of these runs gets the error `automation_not_active`. If the work is interrupted,
 * `findWhyNotDue` cancels each run that has not begun when it is due; a second call cancels the runs that wait for a reply.
 */
export async function cancelUnstartedRuns(
  context: Context,
  { automationId, runId }: UnstartedRuns,
): Promise<void> {
  const { tenantId, now } = context;
  const errors = notActive.map((error) => JSON.stringify(error));
  await runInBatches(context, cancel, [tenantId, now(), automationId, runId ?? null, ...errors]);
}

/** Skips the runs of an automation that has been published again. */
const cancel = bulkStatement(
  'cancel-unbegun-runs',
  `with affected as materialized (
     select run.id, run.status from automation_runs run
     where tenant_id = $1::uuid and automation_id = $3::uuid and status in ('scheduled', 'running')
       and (status = 'scheduled' or (${awaitsReplySql('run')}))
       and ($4::uuid is null or id = $4::uuid)
       and exists (select from automations where tenant_id = $1::uuid and id = $3::uuid and status <> 'active')
     order by id limit $7::int for no key update
   ), canceled as (
     update automation_runs run set status = 'canceled', error = case affected.status
         when 'scheduled' then $5::jsonb else $6::jsonb end,
       finished_at = $2::timestamptz, lease_token = null, lease_expires_at = null, updated_at = $2::timestamptz
     from affected where run.tenant_id = $1::uuid and run.id = affected.id
     returning run.id, run.campaign_send_id
   ), withdrawn as (
     update campaign_sends send set status = 'canceled', updated_at = $2::timestamptz
     from canceled
     where send.tenant_id = $1::uuid and send.id = canceled.campaign_send_id and send.status = 'pending'
       and send.message_id is null
   )
   select id from canceled`,
);
