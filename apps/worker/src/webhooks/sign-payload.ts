import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

export interface PayloadToSign {
  readonly eventId: string;
  readonly body: string;
  readonly sentAt: Date;
  /** The keys of all secrets that are valid now; there are several for a while after a rotation. */
  readonly keys: readonly KeyObject[];
}

export type SignatureHeaders = Readonly<
  Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>
>;

/** Returns the headers of the Standard Webhooks specification. */
export function signPayload({ eventId, body, sentAt, keys }: PayloadToSign): SignatureHeaders {
  if (keys.length === 0) throw new Error('An event cannot be signed without a webhook secret.');
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000));
  const content = `${eventId}.${timestamp}.${body}`;
  return {
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.map((key) => `v1,${sign(content, key)}`).join(' '),
  };
}

function sign(content: string, key: KeyObject): string {
  return createHmac('sha256', key).update(content).digest('base64');
}

const secretFormat = /^whsec_([A-Za-z0-9+/]{32,}={0,2})$/;

/** Returns the key that signs for a secret of a webhook. */
export function toSigningKey(secret: string): KeyObject {
  const encoded = secretFormat.exec(secret)?.[1];
  if (encoded === undefined) {
    throw new Error('A webhook secret must be "whsec_" and at least 24 bytes in Base64.');
  }
  return createSecretKey(encoded, 'base64');
}
