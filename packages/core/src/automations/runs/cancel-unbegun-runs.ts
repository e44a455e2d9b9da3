import type { Context } from '../../context.js';
import { bulkStatement } from '../../sql/bulk-statement.js';
import type { Transaction } from '../../sql/transact.js';
import type { RunError } from '../step-failure.js';

/** Error of a run that was scheduled while its automation was active, and is due after its deactivation. */
const automationNotActive: RunError = {
  code: 'automation_not_active',
  message: 'The automation was deactivated before the run began.',
};

interface UnbegunRuns {
  readonly automationId: string;
  /** Optional; default is every run of the automation. */
  readonly runId?: string;
}

/** Cancels runs that have not begun, with the reason, and the sends of campaigns that belong to them. */
export async function cancelUnbegunRuns(
  { sql }: Transaction,
  { tenantId, now }: Context,
  { automationId, runId }: UnbegunRuns,
): Promise<void> {
  await sql(cancel, [tenantId, now(), automationId, runId ?? null, JSON.stringify(automationNotActive)]);
}

const cancel = bulkStatement(
  `with unbegun as materialized (
     select id from automation_runs
     where tenant_id = $1::uuid and automation_id = $3::uuid and status = 'scheduled'
       and ($4::uuid is null or id = $4::uuid)
     order by id for no key update
   ), canceled as (
     update automation_runs run set status = 'canceled', error = $5::jsonb, finished_at = $2::timestamptz,
       lease_token = null, lease_expires_at = null, updated_at = $2::timestamptz
     from unbegun where run.tenant_id = $1::uuid and run.id = unbegun.id
     returning run.campaign_send_id
   )
   update campaign_sends send set status = 'canceled', updated_at = $2::timestamptz
   from canceled
   where send.tenant_id = $1::uuid and send.id = canceled.campaign_send_id and send.status = 'pending'
     and send.message_id is null`,
);
