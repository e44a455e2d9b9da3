import type { WebhookEvent } from './event.js';
import type { WebhookSecret } from './sign.js';
import type { VerifyOptions } from './verify.js';

export interface WebhookHandlerOptions extends Pick<VerifyOptions, 'toleranceSeconds'> {
  readonly secret: WebhookSecret;
  /**
   * Called with each verified event. The response is sent when the returned promise resolves, which must take less than
   * 15 seconds: store the event and process it afterwards. An error is rethrown, so that the service retries the
   * delivery later.
   */
  readonly onEvent: (event: WebhookEvent) => unknown;
  /** The largest body to read, in bytes; the default is 1,048,576. */
  readonly maxBytes?: number | undefined;
}
