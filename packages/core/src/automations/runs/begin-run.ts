import type { Context } from '../../context.js';
import type { LimitsOf } from '../../messages/sending/new-message.js';
import { type Transaction, transact } from '../../sql/transact.js';
import { parseSteps } from '../versions/parse-steps.js';
import { explainStepFailure, type RunError } from '../versions/step-failure.js';
import { applyStep, isPlain, type PlainStep } from './apply-step.js';
import { findEndOfHold } from './find-end-of-hold.js';
import { findWhyNotDue, leaseRun, lockDueRun, type NotDue } from './lease-run.js';
import { completeStep, type Progress, placedAt } from './perform-step.js';
import { type PlacedStep, placeSteps } from './program.js';
import type { CurrentStep, LeasedRun } from './run.js';
import { canShare, transactStep } from './transact-step.js';

export interface BeginOptions {
  readonly runId: string;
  readonly leaseToken: string;
  /** The limits of a provider; without them an interactive message may fail when it is sent. */
  readonly limitsOf?: LimitsOf;
  readonly signal?: AbortSignal;
}

/** A run that this worker has leased. */
export interface BegunRun {
  readonly kind: 'begun';
  readonly run: LeasedRun;
  /** An error if the steps cannot be read. */
  readonly program: readonly PlacedStep[] | RunError;
  /** Set when the current step has been performed. */
  readonly progress?: Progress;
}

/**
 * Leases the run. A step that can share a transaction is performed in the same one, so that a run of one such step is updated
 * once. If that fails, the run is leased without it; the step then fails again, and is recorded. A run that waits for a reply
 * shares no transaction: the reply waits for its lease (`answerQuestion`).
 */
export async function beginRun(context: Context, options: BeginOptions): Promise<BegunRun | NotDue> {
  const { runId } = options;
  const attempt = (isShared: boolean) => (transaction: Transaction) =>
    begin(transaction, context, { ...options, isShared });
  const shared = await transactStep(context, runId, attempt(true)).catch(() => undefined);
  return shared ?? (await transact(context, attempt(false))) ?? findWhyNotDue(context, runId);
}

async function begin(
  transaction: Transaction,
  context: Context,
  { isShared, ...options }: BeginOptions & { isShared: boolean },
): Promise<BegunRun | undefined> {
  const run = await lockDueRun(transaction, context, { ...options, isShared });
  if (run === undefined) return undefined;
  const program = readProgram(run);
  const { limitsOf, signal } = options;
  const isLeasedOnly = 'code' in program || !isShared || signal?.aborted;
  const current = isLeasedOnly ? undefined : { run, program, position: run.position };
  const step = current && findPlainStep(current, context.now());
  if (current === undefined || step === undefined) {
    leaseRun(transaction, context, run);
    return { kind: 'begun', run, program };
  }
  const effect = await applyStep({ transaction, context, current, limitsOf }, step);
  const progress = await completeStep(transaction, context, { current, type: step.type, effect });
  return { kind: 'begun', run, program, progress };
}

/** Returns the current step if it can be performed now, together with steps of other runs. */
function findPlainStep(current: CurrentStep, now: Date): PlainStep | undefined {
  const { run, program, position } = current;
  if (run.cutReason !== null || position >= program.length || findEndOfHold(current, now)) return undefined;
  const { step } = placedAt(current);
  return isPlain(step) && canShare(step) ? step : undefined;
}

function readProgram(run: LeasedRun): readonly PlacedStep[] | RunError {
  try {
    return placeSteps(parseSteps(run.steps));
  } catch (error) {
    const explained = explainStepFailure(error);
    if (explained === undefined) throw error;
    return explained;
  }
}
