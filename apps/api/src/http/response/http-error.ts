import type { InvalidParams } from '@parley/core';

/** The error codes of the HTTP layer; the domain defines its own. */
export type HttpErrorCode =
  /** With the successor of a contact that was merged. */
  | 'contact_not_found'
  | 'expectation_failed'
  | 'forbidden'
  | 'header_fields_too_large'
  | 'insufficient_billing_plan'
  | 'internal_error'
  | 'method_not_allowed'
  | 'payload_too_large'
  | 'range_not_satisfiable'
  | 'request_timeout'
  | 'route_not_found'
  | 'service_unavailable'
  | 'too_many_requests'
  | 'unauthorized'
  | 'unsupported_media_type'
  | 'version_sunset'
  /** The v2 name of `automation_not_found`. */
  | 'workflow_not_found';

export interface HttpErrorOptions {
  readonly headers?: Readonly<Record<string, string | number>>;
  /** Replaces the default message where it depends on the deployment. */
  readonly message?: string;
  readonly details?: AuthErrorDetails | SuccessorDetails;
  readonly cause?: unknown;
  /** The error is already logged or does not need to be. */
  readonly isLogged?: boolean;
}

/** Why a request was refused with 401, 402 or 403, both as a code and as a text. */
export interface AuthErrorDetails {
  readonly reason: string;
  readonly detail: string;
  readonly requiredScope?: string;
  readonly requiredFeature?: string;
}

/** The contact into which the requested one was merged. */
export interface SuccessorDetails {
  readonly mergedInto: string;
}

/** A request that the HTTP layer refuses. */
export class HttpError extends Error {
  readonly code: HttpErrorCode;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly publicMessage: string | undefined;
  readonly details: AuthErrorDetails | SuccessorDetails | undefined;
  readonly isLogged: boolean;

  constructor(code: HttpErrorCode, options: HttpErrorOptions = {}) {
    super(code, { cause: options.cause });
    this.name = 'HttpError';
    this.code = code;
    this.headers = options.headers ?? {};
    this.publicMessage = options.message;
    this.details = options.details;
    this.isLogged = options.isLogged ?? false;
  }
}

/** The caller disconnected before the request or the response was complete, so no response can be sent. */
export class RequestAborted extends Error {
  constructor() {
    super('The request was aborted by the client.');
    this.name = 'RequestAborted';
  }
}

export interface FailureBody {
  readonly success: false;
  readonly error: Partial<AuthErrorDetails & SuccessorDetails> & {
    readonly messageKey: string;
    readonly message: string;
    readonly invalidParams?: InvalidParams;
    readonly limit?: string;
    readonly maximum?: number;
    readonly timeoutMs?: number;
  };
}
