import type { Database, Sql } from '@parley/database';
import { DataKeys } from './keys/data-keys.js';
import { isSealed, openText, readSealed, type SecretPlace, sealText } from './sealed-text.js';

/** Pass the `sql` of a transaction: a transaction that waits for a second connection could block others. */
export interface SecretSource {
  readonly database: Database;
  readonly sql: Sql;
}

/**
 * Encrypts a secret with the data key of its tenant. The result can be opened only for the row and field for which it
 * was sealed.
 */
export async function sealSecret(
  { database, sql }: SecretSource,
  place: SecretPlace,
  secret: string,
): Promise<string> {
  return sealText(await DataKeys.of(database).current(sql, place.tenantId), place, secret);
}

/** Returns a text that is not sealed unchanged: an older release stored it, and it will soon be sealed. */
export async function openSecret(
  { database, sql }: SecretSource,
  place: SecretPlace,
  stored: string,
): Promise<string> {
  if (!isSealed(stored)) return stored;
  const parts = readSealed(stored);
  if (parts === undefined) throw new SealedSecretError(place, 'its form is not valid');
  const key = await DataKeys.of(database).find(sql, place.tenantId, parts.dataKeyId);
  if (key === undefined) throw new SealedSecretError(place, 'its data key does not exist');
  const secret = openText(key, place, parts.sealed);
  if (secret !== undefined) return secret;
  throw new SealedSecretError(place, 'it was changed, or copied from another row');
}

/** A secret in the database that cannot be opened. The message names the row, never the content. */
export class SealedSecretError extends Error {
  override readonly name = 'SealedSecretError';

  constructor({ table, rowId, name }: SecretPlace, reason: string) {
    super(`The secret "${name}" of ${table} ${rowId} cannot be opened: ${reason}.`);
  }
}
