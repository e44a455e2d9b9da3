import type { SendError } from '@parley/channels';
import type { MessageErrorRecord } from '@parley/core';
import { RequestError } from '../outbound-http/outcome/request-outcome.js';

export type SendingVerdict =
  | { readonly kind: 'fail'; readonly error: MessageErrorRecord }
  | { readonly kind: 'retry'; readonly at: Date }
  /**
   * It is unknown whether the provider has the message. Until this time, a status or an echo may arrive that shows it.
   */
  | { readonly kind: 'unknown'; readonly until: Date };

export interface FailedAttempt {
  /** Attempts made so far, this one included. */
  readonly attemptCount: number;
  /** Whether the provider may get the same message again. */
  readonly repeatable: boolean;
  readonly now: Date;
  /** Returns a number from 0 to 1, like `Math.random`. */
  readonly random?: () => number;
}

const second = 1_000;
const minute = 60 * second;

/** The pause after the first attempt, after the second, and so on: a quarter of an hour in all. */
export const sendingDelaysMs: readonly number[] = [
  1 * second,
  5 * second,
  30 * second,
  2 * minute,
  5 * minute,
  10 * minute,
];

const jitter = 0.2;
const maxRetryAfterMs = 60 * minute;
const waitForReportMs = 30 * second;

/** Decides about a message that the provider did not accept, or may not have accepted. */
export function judgeFailure(error: SendError, attempt: FailedAttempt): SendingVerdict {
  const { attemptCount, repeatable, now, random = Math.random } = attempt;
  const after = (ms: number) => new Date(now.getTime() + Math.round(ms));
  if (isRefusedAddress(error)) {
    const message = 'The settings of the channel name an address that is not allowed.';
    return { kind: 'fail', error: { code: 'address_refused', message } };
  }
  if (error.mayHaveBeenSent && !repeatable) return { kind: 'unknown', until: after(waitForReportMs) };
  const delayMs = sendingDelaysMs[attemptCount - 1];
  if (!error.retryable || delayMs === undefined) {
    return { kind: 'fail', error: { code: error.code, message: error.message } };
  }
  const spreadMs = delayMs * (1 - jitter + 2 * jitter * random());
  return { kind: 'retry', at: after(Math.max(spreadMs, Math.min(error.retryAfterMs ?? 0, maxRetryAfterMs))) };
}

function isRefusedAddress(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof RequestError) return error.reason === 'refused_address';
  return isRefusedAddress(error.cause);
}
