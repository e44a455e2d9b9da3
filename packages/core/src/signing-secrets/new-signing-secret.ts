import { randomBytes } from 'node:crypto';

/** Creates a signing secret in the form of Standard Webhooks. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
