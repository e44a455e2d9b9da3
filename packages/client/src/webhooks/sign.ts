import sha256 from 'fast-sha256';

/** The secret of the webhook, or of the workspace for calls of automations. Pass both secrets during a rotation. */
export type WebhookSecret = string | readonly string[];

export interface SignedContent {
  readonly id: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly body: string;
}

/** Signs as Standard Webhooks describe it: HMAC-SHA256 over id, time and body. */
export function sign({ id, timestamp, body }: SignedContent, key: Uint8Array): string {
  const mac = sha256.hmac(key, new TextEncoder().encode(`${id}.${timestamp}.${body}`));
  return `v1,${btoa(String.fromCharCode(...mac))}`;
}

/** A malformed secret is a mistake of the receiver, not of the sender. The message does not repeat it. */
export function readSecrets(secret: WebhookSecret): Uint8Array[] {
  // An empty list has no first secret, and `undefined` is refused like any other malformed secret.
  const [first, ...others]: unknown[] = [secret].flat();
  return [first, ...others].map((each) => {
    const encoded = typeof each === 'string' ? /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(each)?.[1] : undefined;
    const key = decode(encoded ?? '');
    if (key.length > 0) return key;
    throw new TypeError('A webhook secret begins with whsec_. Is the variable set?');
  });
}

/** Returns no bytes for a text that is not Base64. */
function decode(encoded: string): Uint8Array {
  try {
    return Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
