import type { KeyObject } from 'node:crypto';
import { decrypt, encrypt } from '@parley/database';

/** The column or field that a secret belongs to. It is authenticated: a sealed secret opens only where it was stored. */
export interface SecretPlace {
  readonly tenantId: string;
  readonly table: 'tenants' | 'channels' | 'webhooks' | 'idempotency_keys';
  readonly rowId: string;
  /** Distinguishes the secrets of a row. */
  readonly name: string;
}

/** Every sealed text begins with this; a text without it was stored by an older release. */
export const sealedPrefix = 'sealed:v1:';

const form = /^sealed:v1:([0-9a-f-]{36}):([\w-]+)$/;

export function isSealed(text: string): boolean {
  return text.startsWith(sealedPrefix);
}

/**
 * Returns the sealed text: `sealed:v1:`, the id of the data key, and in Base64url the nonce, the ciphertext and the
 * tag.
 */
export function sealText(
  dataKey: { readonly id: string; readonly key: KeyObject },
  place: SecretPlace,
  text: string,
): string {
  const sealed = encrypt(dataKey.key, Buffer.from(text), describePlace(place));
  return `${sealedPrefix}${dataKey.id}:${sealed.toString('base64url')}`;
}

/** Returns undefined for a text of another form. */
export function readSealed(text: string): { dataKeyId: string; sealed: Buffer } | undefined {
  const [, dataKeyId, sealed] = form.exec(text) ?? [];
  return dataKeyId && sealed ? { dataKeyId, sealed: Buffer.from(sealed, 'base64url') } : undefined;
}

/** Returns undefined when the text was changed, or sealed for another row or field. */
export function openText(key: KeyObject, place: SecretPlace, sealed: Buffer): string | undefined {
  return decrypt(key, sealed, describePlace(place))?.toString();
}

function describePlace({ tenantId, table, rowId, name }: SecretPlace): string {
  return JSON.stringify([tenantId, table, rowId, name]);
}
