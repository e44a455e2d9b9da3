import { createHmac } from 'node:crypto';

export interface PayloadToSign {
  readonly eventId: string;
  readonly body: string;
  readonly sentAt: Date;
  /** All secrets that are valid now; there are several for a while after a rotation. */
  readonly secrets: readonly string[];
}

export type SignatureHeaders = Readonly<
  Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>
>;

/** Returns the headers of the Standard Webhooks specification. */
export function signPayload({ eventId, body, sentAt, secrets }: PayloadToSign): SignatureHeaders {
  if (secrets.length === 0) throw new Error('An event cannot be signed without a webhook secret.');
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000));
  const content = `${eventId}.${timestamp}.${body}`;
  return {
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(content, secret)}`).join(' '),
  };
}

function sign(content: string, secret: string): string {
  return createHmac('sha256', decodeSecret(secret)).update(content).digest('base64');
}

const secretFormat = /^whsec_([A-Za-z0-9+/]{32,}={0,2})$/;

function decodeSecret(secret: string): Buffer {
  const encoded = secretFormat.exec(secret)?.[1];
  if (encoded === undefined) {
    throw new Error('A webhook secret must be "whsec_" and at least 24 bytes in Base64.');
  }
  return Buffer.from(encoded, 'base64');
}
