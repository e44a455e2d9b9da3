import { isApiError } from '../errors/api-error.js';
import { ConnectionError } from '../errors/connection-error.js';
import { readRetryAfter } from './read-rate-limit.js';

export interface Attempted {
  /** A response with its body read, or the reason why there is none. */
  readonly outcome: Response | ConnectionError;
  readonly error: Error;
  /** The number of attempts so far. */
  readonly attempts: number;
  /** Whether the operation is idempotent. */
  readonly isRepeatable: boolean;
}

/** Milliseconds to wait before the next attempt; undefined when the outcome is final. */
export function retryDelay({ outcome, error, attempts, isRepeatable }: Attempted): number | undefined {
  if (outcome instanceof ConnectionError) return isRepeatable ? backOff(attempts) : undefined;
  const askedMs = (readRetryAfter(outcome.headers, outcome.status) ?? 0) * 1_000;
  // A 429 has changed nothing, so every method can be retried. All waiting clients get the same time.
  if (outcome.status === 429) return askedMs > 0 ? askedMs + spread(500) : backOff(attempts);
  if (!isRepeatable) return undefined;
  // Our own first attempt, whose response was lost, may still be running when the second arrives.
  const isStillRunning = isApiError(error, 'idempotency_in_progress');
  return isStillRunning || isPassing(outcome.status) ? Math.max(askedMs, backOff(attempts)) : undefined;
}

function isPassing(status: number): boolean {
  return status === 408 || (status >= 500 && status !== 501);
}

/**
 * Returns the delay of an exponential backoff. It is random, between half and the full delay, so that clients that
 * failed together do not retry together.
 */
function backOff(attempts: number): number {
  const firstMs = 250;
  const longestMs = 10_000;
  const fullMs = Math.min(longestMs, firstMs * 2 ** (attempts - 1));
  return fullMs / 2 + spread(fullMs / 2);
}

function spread(milliseconds: number): number {
  return Math.random() * milliseconds;
}
