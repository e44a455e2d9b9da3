import type { Context } from '../../context.js';
import { transact } from '../../sql/transact.js';
import { scheduleRun } from '../../triggers/schedule-run.js';
import type { CutReason } from '../../triggers/start-triggered-runs.js';
import { explainStepFailure, type RunError } from '../versions/step-failure.js';
import type { CallWebhookStep } from '../versions/steps.js';
import { type BeginOptions, type BegunRun, beginRun } from './begin-run.js';
import { type CallWebhook, prepareCall } from './call-webhook.js';
import { findEndOfHold } from './find-end-of-hold.js';
import { failRun, moveRun, postponeRun, postponeUnstarted } from './move-run.js';
import { performAsk } from './perform-ask.js';
import { type Progress, performStep, performWait, placedAt, recordStep } from './perform-step.js';
import { readResponseVariables } from './read-response-variables.js';
import { failStep, retryStep } from './retry-step.js';
import { type CurrentStep, type LeasedRun, LeaseLostError } from './run.js';
import { verifyLease } from './verify-lease.js';

export interface RunOptions extends BeginOptions {
  readonly callWebhook: CallWebhook;
}

export interface RunReport {
  readonly outcome: RunOutcome;
  /** An unexpected error. The step that caused it is retried. */
  readonly unexpectedError?: unknown;
  /** Set when the run was not allowed to begin. */
  readonly cutReason?: CutReason;
}

type RunOutcome =
  | 'completed'
  | 'failed'
  | 'waiting'
  | 'retrying'
  /** The run was released, because the worker is stopping or the receiver is at its concurrency limit. */
  | 'released'
  /** Another worker has leased the run, or it is not due. */
  | 'later'
  /** The run had ended before, or was leased by another worker or canceled meanwhile. */
  | 'over';

/**
 * Continues a run at its current step. Every step commits alone, fenced by the lease, so a worker can be killed at any
 * time: the next one continues with the first step that has not committed.
 */
export async function runAutomation(context: Context, options: RunOptions): Promise<RunReport> {
  const begun = await beginRun(context, options);
  if (begun.kind === 'over') return { outcome: 'over' };
  if (begun.kind === 'later') {
    const { at } = begun;
    await transact(context, async (transaction) =>
      scheduleRun(transaction, context, { runId: options.runId, at }),
    );
    return { outcome: 'later' };
  }
  try {
    return await continueRun(context, begun, options);
  } catch (error) {
    if (error instanceof LeaseLostError) return { outcome: 'over' };
    throw error;
  }
}

async function continueRun(
  context: Context,
  { run, program, progress }: BegunRun,
  options: RunOptions,
): Promise<RunReport> {
  if (run.cutReason !== null) {
    const error = { code: run.cutReason, message: messagesByCutReason[run.cutReason] };
    return { ...(await failWholeRun(context, run, error)), cutReason: run.cutReason };
  }
  if ('code' in program) return failWholeRun(context, run, program);
  let { position, variables } = progress ?? run;
  while (position < program.length) {
    if (options.signal?.aborted) return releaseRun(context, run, context.now());
    const report = await runStep(context, { run: { ...run, variables }, program, position }, options);
    if ('outcome' in report) return report;
    ({ position, variables } = report);
  }
  // A run of a version without steps has not moved to another step, which would have completed it.
  if (run.position >= program.length) await complete(context, run, program.length);
  return { outcome: 'completed' };
}

const messagesByCutReason: Readonly<Record<CutReason, string>> = {
  automation_loop:
    'This automation was started for this contact by the same chain of events before; the chain is a loop and ends here.',
  event_budget_exhausted:
    'The event at the start of the chain has already started the maximum number of runs; this run was not started.',
};

/** Returns the progress to the next step, or a report when the run cannot continue now. */
async function runStep(
  context: Context,
  current: CurrentStep,
  options: RunOptions,
): Promise<Progress | RunReport> {
  const { step } = placedAt(current);
  const startedAt = context.now();
  const heldUntil = findEndOfHold(current, startedAt);
  if (heldUntil) return holdRun(context, current.run, heldUntil);
  try {
    switch (step.type) {
      case 'wait':
        return (await performWait(context, { current, step })) ?? { outcome: 'waiting' };
      case 'ask': {
        const { limitsOf } = options;
        return (await performAsk(context, { current, step, limitsOf })) ?? { outcome: 'waiting' };
      }
      case 'call_webhook':
        return await runCall(context, { current, step }, options);
      default:
        return await performStep(context, { current, step, limitsOf: options.limitsOf });
    }
  } catch (error) {
    if (error instanceof LeaseLostError) throw error;
    const failed = { current, type: step.type, startedAt };
    const explained = explainStepFailure(error);
    if (explained !== undefined) return { outcome: await failStep(context, { ...failed, error: explained }) };
    return { outcome: await retryStep(context, { ...failed, error: internalError }), unexpectedError: error };
  }
}

const internalError: RunError = {
  code: 'internal_error',
  message: 'The step failed because of an internal error.',
};

/** The call is made outside any transaction. Only its success moves the run, so it may be repeated with the same id. */
async function runCall(
  context: Context,
  { current, step }: { current: CurrentStep; step: CallWebhookStep },
  { callWebhook }: RunOptions,
): Promise<Progress | RunReport> {
  const startedAt = context.now();
  const call = await prepareCall(context, { current, step });
  const outcome = await callWebhook(call);
  const { type } = step;
  switch (outcome.kind) {
    case 'succeeded': {
      const variables = readResponseVariables(outcome.body, step.responseVariables);
      const effect = { result: { statusCode: outcome.statusCode }, variables };
      return recordStep(context, { current, type, effect, startedAt });
    }
    case 'failed': {
      const { message, isPermanent, retryAfterMs } = outcome;
      const error: RunError = { code: 'webhook_failed', message };
      const failed = { current, type, startedAt, error };
      if (isPermanent) return { outcome: await failStep(context, failed) };
      return { outcome: await retryStep(context, { ...failed, retryAfterMs }) };
    }
    case 'postponed':
      return releaseRun(context, current.run, outcome.at);
    default:
      return outcome satisfies never;
  }
}

function releaseRun(context: Context, run: LeasedRun, at: Date): Promise<RunReport> {
  return transact(context, async (transaction) => {
    await verifyLease(transaction, context, run);
    postponeRun(transaction, context, { run, at });
    return { outcome: 'released' };
  });
}

function holdRun(context: Context, run: LeasedRun, at: Date): Promise<RunReport> {
  return transact(context, async (transaction) => {
    await verifyLease(transaction, context, run);
    postponeUnstarted(transaction, context, { run, at });
    return { outcome: 'waiting' };
  });
}

function failWholeRun(context: Context, run: LeasedRun, error: RunError): Promise<RunReport> {
  return transact(context, async (transaction) => {
    await verifyLease(transaction, context, run);
    failRun(transaction, context, { run, position: run.position, error });
    return { outcome: 'failed' };
  });
}

function complete(context: Context, run: LeasedRun, stepCount: number): Promise<void> {
  return transact(context, async (transaction) => {
    await verifyLease(transaction, context, run);
    moveRun(transaction, context, { run, position: stepCount, stepCount });
  });
}
