/** What came of one attempt to deliver an event. */
export type DeliveryOutcome = AnsweredDelivery | FailedDelivery;

export interface AnsweredDelivery {
  readonly kind: 'answered';
  readonly statusCode: number;
  readonly durationMs: number;
  /** The beginning of the answer, fit for a PostgreSQL text column. */
  readonly bodyText: string;
  /** How long the receiver asked us to stay away. */
  readonly retryAfterMs?: number;
}

export interface FailedDelivery {
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
  /** The caller gave up, so the attempt says nothing about the receiver. */
  | 'aborted'
  /** A fault of ours; nothing was sent. */
  | 'internal';

/** A failure that knows its reason, thrown from inside a connection attempt. */
export class DeliveryFailure extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason, message: string) {
    super(message);
    this.name = 'DeliveryFailure';
    this.reason = reason;
  }
}
