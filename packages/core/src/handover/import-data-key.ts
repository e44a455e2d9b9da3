import { statement } from '@parley/database';
import { dataKeyContext } from '../secrets/keys/data-keys.js';
import type { SecretSource } from '../secrets/secrets.js';
import { openDataKey, type ProtectedDataKey } from './data-key-protection.js';

/** Wraps the data key of the workspace with the encryption keys of this installation; the sealed secrets stay as they are. */
export async function importDataKey(
  { sql, database }: SecretSource,
  tenantId: string,
  { key, passphrase }: { readonly key: ProtectedDataKey; readonly passphrase: string },
): Promise<void> {
  const opened = await openDataKey(passphrase, tenantId, key);
  const context = dataKeyContext({ tenantId, id: key.dataKeyId });
  const { wrappingKeyId, wrapped } = await database.keys.wrap(opened, context);
  await sql(insert, [tenantId, key.dataKeyId, wrappingKeyId, wrapped]);
}

const insert = statement(
  'import-data-key',
  `insert into data_keys (tenant_id, id, wrapping_key_id, wrapped) values ($1::uuid, $2::uuid, $3::text, $4::bytea)`,
);
