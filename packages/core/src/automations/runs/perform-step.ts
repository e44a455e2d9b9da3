import type { Context } from '../../context.js';
import type { LimitsOf } from '../../messages/sending/new-message.js';
import { type Transaction, transact } from '../../sql/transact.js';
import type { WaitStep } from '../versions/steps.js';
import { applyStep, type PlainStep } from './apply-step.js';
import { closeStep, logStep } from './log-step.js';
import { moveRun, pauseRun } from './move-run.js';
import type { PlacedStep } from './program.js';
import type { CurrentStep } from './run.js';
import { type RunVariables, setVariables } from './run-variables.js';
import { findNext, type StepEffect } from './step-effect.js';
import { canShare, transactStep } from './transact-step.js';
import { verifyLease } from './verify-lease.js';

/** Where a run continues, and its variables then. */
export interface Progress {
  readonly position: number;
  readonly variables: RunVariables;
}

/** Commits the effect, its log entry and the move to the next step together. */
export function performStep(
  context: Context,
  { current, step, limitsOf }: { current: CurrentStep; step: PlainStep; limitsOf?: LimitsOf | undefined },
): Promise<Progress> {
  const perform = async (transaction: Transaction) => {
    await verifyLease(transaction, context, current.run, current.position);
    const effect = await applyStep({ transaction, context, current, limitsOf }, step);
    return completeStep(transaction, context, { current, type: step.type, effect });
  };
  // The first step has failed already in the transaction that leased the run (`beginRun`).
  const isFirst = current.position === current.run.position;
  return canShare(step) && !isFirst
    ? transactStep(context, current.run.id, perform)
    : transact(context, perform);
}

/** Commits the log entry and the move for a step whose effect lies outside the database and has already happened. */
export function recordStep(
  context: Context,
  done: { current: CurrentStep; type: string; effect: StepEffect; startedAt: Date },
): Promise<Progress> {
  return transact(context, async (transaction) => {
    await verifyLease(transaction, context, done.current.run, done.current.position);
    return completeStep(transaction, context, done);
  });
}

interface DoneStep {
  readonly current: CurrentStep;
  readonly type: string;
  readonly effect: StepEffect;
  readonly startedAt?: Date;
}

export async function completeStep(
  transaction: Transaction,
  context: Context,
  { current, type, effect, startedAt = context.now() }: DoneStep,
): Promise<Progress> {
  const { run, program, position } = current;
  const { result, continueAt, sentTo } = effect;
  const finishedAt = context.now();
  const variables = setVariables(transaction, context, { run, variables: effect.variables });
  logStep(transaction, context, { runId: run.id, position, type, startedAt, finishedAt, result });
  const end = program.length;
  const next = findNext(placedAt(current), { continueAt, end });
  moveRun(transaction, context, { run, position: next, stepCount: end, sentTo });
  return { position: next, variables };
}

export function placedAt({ run, program, position }: CurrentStep): PlacedStep {
  const placed = program[position];
  if (placed === undefined) throw new Error(`Run ${run.id} is past its last step`);
  return placed;
}

/**
 * Starts to wait and releases the run, or continues when the wait is over. Meanwhile the run stays at the waiting step,
 * with an open log entry; the worker that leases it again finds it due. Returns undefined while it waits.
 */
export function performWait(
  context: Context,
  { current, step }: { current: CurrentStep; step: WaitStep },
): Promise<Progress | undefined> {
  return transact(context, async (transaction) => {
    const { run, program, position } = current;
    await verifyLease(transaction, context, run);
    const startedAt = context.now();
    const isOver = await closeStep(transaction, context, { runId: run.id, position });
    const until = isOver ? startedAt : endOfWait(step, startedAt);
    const isWaiting = until > startedAt;
    if (!isOver) {
      const finishedAt = isWaiting ? null : startedAt;
      logStep(transaction, context, {
        runId: run.id,
        position,
        type: step.type,
        startedAt,
        finishedAt,
      });
    }
    if (isWaiting) {
      pauseRun(transaction, context, { run, at: until });
      return undefined;
    }
    const { next } = placedAt(current);
    moveRun(transaction, context, { run, position: next, stepCount: program.length });
    return { position: next, variables: run.variables };
  });
}

function endOfWait({ seconds = 0, until }: WaitStep, now: Date): Date {
  return until === undefined ? new Date(now.getTime() + seconds * 1_000) : new Date(until);
}
