import type { WebhookEvent } from './event.js';
import type { VerifyOptions, WebhookSecret } from './verify.js';
import { WebhookError, type WebhookFault } from './webhook-error.js';

export interface WebhookHandlerOptions extends Pick<VerifyOptions, 'toleranceSeconds'> {
  readonly secret: WebhookSecret;
  /**
   * Called with each genuine event; when it is done, the delivery is answered. Be done within 15 seconds: keep the event
   * and work on it afterwards. What it throws is passed on, so that the service delivers again later.
   */
  readonly onEvent: (event: WebhookEvent) => unknown;
  /** The largest body to read, in bytes; 1,048,576 unless told. */
  readonly maxBytes?: number | undefined;
}

export const defaultMaxBytes = 1_048_576;

/** What the sender is told of a delivery that is refused; undefined when the fault is not the sender's. */
export function refusalStatus(error: unknown): number | undefined {
  return error instanceof WebhookError ? statuses[error.code] : undefined;
}

const statuses: Readonly<Record<WebhookFault, number | undefined>> = {
  missing_header: 401,
  stale_timestamp: 401,
  wrong_signature: 401,
  malformed_body: 400,
  body_too_large: 413,
  parsed_body: undefined,
};
