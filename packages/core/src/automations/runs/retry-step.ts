import type { Context } from '../../context.js';
import { transact } from '../../sql/transact.js';
import type { RunError } from '../versions/step-failure.js';
import { closeStep, countFailures, logStep } from './log-step.js';
import { failRun, postponeRun } from './move-run.js';
import type { CurrentStep } from './run.js';
import { verifyLease } from './verify-lease.js';

const second = 1_000;
const minute = 60 * second;

/**
 * The delays after the first failure of a step, after the second, and so on. If the step fails again after the last
 * delay, the run fails.
 */
const stepRetryDelaysMs: readonly number[] = [5 * second, 30 * second, 2 * minute, 10 * minute];

const maxRetryAfterMs = 60 * minute;

export interface FailedStep {
  readonly current: CurrentStep;
  readonly type: string;
  readonly startedAt: Date;
  readonly error: RunError;
}

/** Logs the failure and fails the run. */
export function failStep(context: Context, failed: FailedStep): Promise<'failed'> {
  return transact(context, async (transaction): Promise<'failed'> => {
    const { current, error } = failed;
    await verifyLease(transaction, context, current.run);
    await logFailure(transaction, context, failed);
    failRun(transaction, context, { run: current.run, position: current.position, error });
    return 'failed';
  });
}

/** Logs the failure and schedules a retry, unless the step has failed too often. */
export function retryStep(
  context: Context,
  failed: FailedStep & { retryAfterMs?: number | undefined },
): Promise<'failed' | 'retrying'> {
  return transact(context, async (transaction) => {
    const { run, position } = failed.current;
    await verifyLease(transaction, context, run);
    await logFailure(transaction, context, failed);
    const failures = await countFailures(transaction, context, { runId: run.id, position });
    const delayMs = stepRetryDelaysMs[failures - 1];
    if (delayMs === undefined) {
      failRun(transaction, context, { run, position, error: failed.error });
      return 'failed';
    }
    const pauseMs = Math.max(delayMs, Math.min(failed.retryAfterMs ?? 0, maxRetryAfterMs));
    postponeRun(transaction, context, { run, at: new Date(context.now().getTime() + pauseMs) });
    return 'retrying';
  });
}

async function logFailure(
  transaction: Parameters<typeof logStep>[0],
  context: Context,
  { current, type, startedAt, error }: FailedStep,
): Promise<void> {
  const { run, position } = current;
  await closeStep(transaction, context, { runId: run.id, position });
  const finishedAt = context.now();
  logStep(transaction, context, { runId: run.id, position, type, startedAt, finishedAt, error });
}
