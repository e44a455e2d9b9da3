import type { WebhookEvent } from './event.js';
import { readSecrets, sign, type WebhookSecret } from './sign.js';

export interface SignOptions {
  /** The `webhook-id`; the default is the id of the event. */
  readonly id?: string | undefined;
  /** The time of the delivery; the default is now. An old one shows what your receiver does with a replay. */
  readonly sentAt?: Date | undefined;
}

/** A request as the service sends it: `fetch(url, { method: 'POST', ...signForTest(event, secret) })`. */
export interface SignedDelivery {
  readonly headers: Record<'content-type' | 'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>;
  readonly body: string;
}

/** Signs an event as the service does, so that you can test your receiver without the service. */
export function signForTest(
  event: WebhookEvent,
  secret: WebhookSecret,
  { id = event.id, sentAt = new Date() }: SignOptions = {},
): SignedDelivery {
  const body = JSON.stringify(event);
  const timestamp = Math.floor(sentAt.getTime() / 1_000);
  const signatures = readSecrets(secret).map((key) => sign({ id, timestamp, body }, key));
  return {
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatures.join(' '),
    },
    body,
  };
}
