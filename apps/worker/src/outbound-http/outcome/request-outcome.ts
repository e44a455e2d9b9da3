/** The result of one request to an endpoint. */
export type RequestOutcome = ReceivedResponse | FailedRequest;

export interface ReceivedResponse {
  readonly kind: 'responded';
  readonly statusCode: number;
  readonly durationMs: number;
  /** The beginning of the response body, valid for a PostgreSQL text column. */
  readonly bodyText: string;
  /** Whether `bodyText` lacks a part of the body; absent means that it may. */
  readonly isTruncated?: boolean;
  /** From the header Retry-After. */
  readonly retryAfterMs?: number;
}

export interface FailedRequest {
  readonly kind: 'failed';
  readonly reason: FailureReason;
  /** Written for the owner of the webhook, who reads it in the delivery log. */
  readonly message: string;
  readonly durationMs: number;
}

export type FailureReason =
  | 'invalid_url'
  | 'refused_address'
  | 'dns'
  | 'connection'
  | 'tls'
  | 'timeout'
  | 'too_large'
  | 'protocol'
  /** The caller canceled the request, so it says nothing about the receiver. */
  | 'aborted'
  /** An internal error; nothing was sent. */
  | 'internal';

/** An error with a reason, thrown while a request is made. */
export class RequestError extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason, message: string) {
    super(message);
    this.name = 'RequestError';
    this.reason = reason;
  }
}
