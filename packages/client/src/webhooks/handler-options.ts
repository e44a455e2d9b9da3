import type { WebhookEvent } from './event.js';
import type { VerifyOptions, WebhookSecret } from './verify.js';

export interface WebhookHandlerOptions extends Pick<VerifyOptions, 'toleranceSeconds'> {
  readonly secret: WebhookSecret;
  /**
   * Called with each genuine event; when it is done, the delivery is answered. Be done within 15 seconds: keep the event
   * and work on it afterwards. What it throws is passed on, so that the service delivers again later.
   */
  readonly onEvent: (event: WebhookEvent) => unknown;
  /** The largest body to read, in bytes; the default is 1,048,576. */
  readonly maxBytes?: number | undefined;
}
