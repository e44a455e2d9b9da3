import type { DeliveryVerdict } from './classify-outcome.js';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The pause after the first attempt, after the second, and so on: about three days in all. */
export const retryDelaysMs: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** The first attempt and one after each pause. */
export const maxDeliveryAttempts = retryDelaysMs.length + 1;

const jitter = 0.2;
const maxRetryAfterMs = 24 * hour;

export interface FinishedAttempt {
  /** Attempts made so far, this one included. */
  readonly attemptCount: number;
  readonly now: Date;
  readonly verdict: DeliveryVerdict;
  /** Returns a number from 0 to 1, like `Math.random`. */
  readonly random?: () => number;
}

/** Returns `null` when no further attempt is to be made. */
export function nextAttemptAt({
  attemptCount,
  now,
  verdict,
  random = Math.random,
}: FinishedAttempt): Date | null {
  if (verdict.kind !== 'retry') return null;
  const plannedMs = retryDelaysMs[attemptCount - 1];
  if (plannedMs === undefined) return null;
  const spreadMs = plannedMs * (1 - jitter + 2 * jitter * random());
  const requestedMs = Math.min(verdict.afterMs ?? 0, maxRetryAfterMs);
  return new Date(now.getTime() + Math.round(Math.max(spreadMs, requestedMs)));
}
