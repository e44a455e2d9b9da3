import type { Circumstances } from '../errors/parley-error.js';
import type { RequestEvent } from './hooks.js';
import type { Clock } from './with-timeout.js';

/** A call in progress, with all of its attempts. */
export interface Call {
  /** Aborted when the caller aborts or the deadline passes. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Whether the deadline is the default, so that waits for the rate limit do not count. */
  readonly excludesWaits: boolean;
  readonly maxRetries: number;
  /** Whether the operation changes nothing, whatever its method. */
  readonly isRead: boolean;
  readonly progress: Progress;
}

/** The part of an error that describes the call so far. */
export interface Progress extends Circumstances {
  attempts: number;
  /** What the call is doing, for the message of a `DeadlineError`. */
  doing: string;
  requestId?: string | undefined;
  /** The failure of the previous attempt, if any. */
  lastFailure?: Error;
  /** The token that was sent last, which must not appear in messages. */
  token?: string;
}

/** Returns the details that hooks receive. */
export function describeTry({ operation, attempts, requestId = '' }: Progress, url: string): RequestEvent {
  return { operation, url, attempt: attempts, requestId };
}
