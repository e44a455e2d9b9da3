import { isApiError } from '../errors/api-error.js';
import { ConnectionError } from '../errors/connection-error.js';
import { readRetryAfter } from './read-rate-limit.js';

export interface Attempted {
  /** A response with its body read, or why there is none. */
  readonly outcome: Response | ConnectionError;
  readonly error: Error;
  /** How often the call was tried so far. */
  readonly attempts: number;
  /** Whether doing it twice is the same as doing it once. */
  readonly isRepeatable: boolean;
}

/** How long to wait before the next try, in milliseconds; undefined when the outcome stands. */
export function retryDelay({ outcome, error, attempts, isRepeatable }: Attempted): number | undefined {
  if (outcome instanceof ConnectionError) return isRepeatable ? backOff(attempts) : undefined;
  const askedMs = (readRetryAfter(outcome.headers, outcome.status) ?? 0) * 1_000;
  // Refused before anything was done, so that every method may be repeated. All who wait get the same moment.
  if (outcome.status === 429) return askedMs > 0 ? askedMs + spread(500) : backOff(attempts);
  if (!isRepeatable) return undefined;
  // Our own first attempt, whose response was lost, may still be running when the second arrives.
  const isStillRunning = isApiError(error, 'idempotency_in_progress');
  return isStillRunning || isPassing(outcome.status) ? Math.max(askedMs, backOff(attempts)) : undefined;
}

function isPassing(status: number): boolean {
  return status === 408 || (status >= 500 && status !== 501);
}

/** Doubling, and anything between half and all of it, so that clients that failed together do not return together. */
function backOff(attempts: number): number {
  const firstMs = 250;
  const longestMs = 10_000;
  const fullMs = Math.min(longestMs, firstMs * 2 ** (attempts - 1));
  return fullMs / 2 + spread(fullMs / 2);
}

function spread(milliseconds: number): number {
  return Math.random() * milliseconds;
}
