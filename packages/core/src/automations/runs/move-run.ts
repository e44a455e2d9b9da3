import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import type { Transaction } from '../../sql/transact.js';
import { scheduleRun } from '../../triggers/schedule-run.js';
import type { RunError } from '../versions/step-failure.js';
import { recordRunFailed } from './record-run-failed.js';
import type { LeasedRun } from './run.js';
import { settleSend } from './settle-send.js';

/**
 * Moves the run to another step, in the transaction that has verified its lease. After the last step the run is
 * completed.
 */
export function moveRun(
  transaction: Transaction,
  context: Context,
  { run, position, stepCount }: { run: LeasedRun; position: number; stepCount: number },
): void {
  const { tenantId, now } = context;
  if (position < stepCount) {
    transaction.send(move, [tenantId, now(), run.id, position]);
    return;
  }
  transaction.send(end, [tenantId, now(), run.id, 'completed', stepCount, null]);
  settleSend(transaction, context, { campaignSendId: run.campaignSendId, end: 'completed' });
}

const move = statement(
  'move-automation-run',
  `update automation_runs set position = $4::int, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
);

export function failRun(
  transaction: Transaction,
  context: Context,
  { run, position, error }: { run: LeasedRun; position: number; error: RunError },
): void {
  const values = [context.tenantId, context.now(), run.id, 'failed', position, JSON.stringify(error)];
  transaction.send(end, values);
  recordRunFailed(transaction, context, run.id);
  settleSend(transaction, context, { campaignSendId: run.campaignSendId, end: 'failed' });
}

const end = statement(
  'end-automation-run',
  `update automation_runs set status = $4::automation_run_status, position = $5::int, error = $6::jsonb,
     finished_at = $2::timestamptz, lease_token = null, lease_expires_at = null, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
);

/** Releases the run until a given time, when any worker can continue it. */
export function postponeRun(
  transaction: Transaction,
  context: Context,
  { run, at }: { run: LeasedRun; at: Date },
): void {
  transaction.send(postpone, [context.tenantId, context.now(), run.id, at]);
  scheduleRun(transaction, context, { runId: run.id, at });
}

const postpone = statement(
  'postpone-automation-run',
  `update automation_runs set scheduled_at = $4::timestamptz, lease_token = null, lease_expires_at = null,
     updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
);

/** Like `postponeRun`, for a run that waits by itself: what follows is no longer a response to the contact. */
export function pauseRun(
  transaction: Transaction,
  context: Context,
  { run, at }: { run: LeasedRun; at: Date },
): void {
  transaction.send(pause, [context.tenantId, context.now(), run.id, at]);
  scheduleRun(transaction, context, { runId: run.id, at });
}

const pause = statement(
  'pause-automation-run',
  `update automation_runs set scheduled_at = $4::timestamptz, lease_token = null, lease_expires_at = null,
     reply_message_id = null, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
);

/**
 * Like `postponeRun`, but a run that has performed no step has not begun: it is canceled when its automation is
 * deactivated meanwhile.
 */
export function postponeUnstarted(
  transaction: Transaction,
  context: Context,
  { run, at }: { run: LeasedRun; at: Date },
): void {
  transaction.send(hold, [context.tenantId, context.now(), run.id, at]);
  scheduleRun(transaction, context, { runId: run.id, at });
}

/** Whether a run has performed a step, or begun one such as `wait`. */
export function hasBegun(run: string): string {
  return `${run}.position > 0 or exists (
    select from automation_run_steps step where step.tenant_id = ${run}.tenant_id and step.run_id = ${run}.id)`;
}

const hold = statement(
  'hold-run',
  `update automation_runs set scheduled_at = $4::timestamptz, lease_token = null, lease_expires_at = null,
     status = case when ${hasBegun('automation_runs')} then status else 'scheduled' end,
     started_at = case when ${hasBegun('automation_runs')} then started_at end, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
);
