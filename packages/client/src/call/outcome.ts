import type { ParleyError } from '../errors/parley-error.js';

/** How a call ended. */
export type Outcome = Success | Failure;

export interface Success {
  readonly ok: true;
  /** The content of the envelope, or a Blob. */
  readonly data: unknown;
  /** The whole JSON of the response; undefined when the response is bytes. */
  readonly body: unknown;
  readonly error: undefined;
  readonly response: Response;
  readonly requestId: string | undefined;
}

export interface Failure {
  readonly ok: false;
  readonly data: undefined;
  readonly body: undefined;
  readonly error: ParleyError;
  /** Undefined when no response came. */
  readonly response: Response | undefined;
  readonly requestId: string | undefined;
}
