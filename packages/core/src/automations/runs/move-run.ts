import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import type { Transaction } from '../../sql/transact.js';
import { scheduleRun } from '../../triggers/schedule-run.js';
import type { RunError } from '../versions/step-failure.js';
import { recordRunFailed } from './record-run-failed.js';
import { type LeasedRun, leaseEnd } from './run.js';
import { settleSend } from './settle-send.js';
import type { MessagePlace } from './step-effect.js';

interface Move {
  readonly run: LeasedRun;
  readonly position: number;
  readonly stepCount: number;
  /** Where the step has sent a message. */
  readonly sentTo?: MessagePlace | undefined;
}

/**
 * Moves the run to another step and renews its lease, in the transaction that has locked it. After the last step the run is
 * completed.
 */
export function moveRun(
  transaction: Transaction,
  context: Context,
  { run, position, stepCount, sentTo }: Move,
): void {
  const { tenantId, now } = context;
  const place = [sentTo?.chatId ?? null, sentTo?.channelId ?? null];
  if (position < stepCount) {
    transaction.send(move, [tenantId, now(), run.id, position, ...place, run.leaseToken, leaseEnd(now())]);
    return;
  }
  transaction.send(end, [tenantId, now(), run.id, 'completed', stepCount, null, ...place]);
  // The send of a message has the status of the message.
  if (sentTo) return;
  settleSend(transaction, context, { campaignSendId: run.campaignSendId, end: 'completed' });
}

/** A step may be performed in the transaction that leases the run, so this statement also begins the run. */
const move = statement(
  'move-automation-run',
  `update automation_runs set status = 'running', position = $4::int, started_at = coalesce(started_at, $2::timestamptz),
     chat_id = coalesce(chat_id, $5::uuid), channel_id = coalesce(channel_id, $6::uuid), lease_token = $7::uuid,
     lease_expires_at = $8::timestamptz, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
);

export function failRun(
  transaction: Transaction,
  context: Context,
  { run, position, error }: { run: LeasedRun; position: number; error: RunError },
): void {
  const values = [
    context.tenantId,
    context.now(),
    run.id,
    'failed',
    position,
    JSON.stringify(error),
    null,
    null,
  ];
  transaction.send(end, values);
  recordRunFailed(transaction, context, run.id);
  settleSend(transaction, context, { campaignSendId: run.campaignSendId, end: 'failed' });
}

const end = statement(
  'end-automation-run',
  `update automation_runs set status = $4::automation_run_status, position = $5::int, error = $6::jsonb,
     chat_id = coalesce(chat_id, $7::uuid), channel_id = coalesce(channel_id, $8::uuid),
     started_at = coalesce(started_at, $2::timestamptz), finished_at = $2::timestamptz, lease_token = null,
     lease_expires_at = null, updated_at = $2::timestamptz
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
