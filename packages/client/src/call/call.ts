import type { Circumstances } from '../errors/parley-error.js';
import type { RequestEvent } from './hooks.js';
import type { Clock } from './with-timeout.js';

/** A call under way, over all of its tries. */
export interface Call {
  /** Given when the caller aborts or the time is up. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Whether nobody has set a time, so that the waits for the rate limit do not count. */
  readonly isPatient: boolean;
  readonly maxRetries: number;
  /** Whether it changes nothing, whatever its method. */
  readonly isRead: boolean;
  readonly progress: Progress;
}

/** The circumstances of a failure, up to now. */
export interface Progress extends Circumstances {
  attempts: number;
  /** What it is busy with, for the message when the time is up. */
  doing: string;
  requestId?: string | undefined;
  /** Of the try before, when there was one. */
  lastFailure?: Error;
  /** The token that was sent last, to be kept out of messages. */
  token?: string;
}

/** For the hooks. */
export function describeTry({ operation, attempts, requestId = '' }: Progress, url: string): RequestEvent {
  return { operation, url, attempt: attempts, requestId };
}
