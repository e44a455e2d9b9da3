import { type Database, statement } from '@parley/database';
import { dataKeyContext, type StoredDataKey } from './data-keys.js';
import { type StoredFileUrlKey, unwrapFileUrlSecret } from './file-url-secrets.js';

/** Throws one line for the operator when `ENCRYPTION_KEYS` cannot open what this database stores. */
export async function checkEncryptionKeys({ sql, keys }: Pick<Database, 'sql' | 'keys'>): Promise<void> {
  await keys.currentKeyId();
  for (const stored of await sql(sampleDataKeys, [])) await keys.unwrap(stored, dataKeyContext(stored));
  for (const stored of await sql(sampleFileUrlKeys, [])) await unwrapFileUrlSecret(keys, stored);
}

/** Reads one data key for each wrapping key, so that the time of a start does not depend on the number of tenants. */
const sampleDataKeys = statement<StoredDataKey>(
  'sample-data-keys',
  `select distinct on (wrapping_key_id) tenant_id as "tenantId", id, wrapping_key_id as "wrappingKeyId", wrapped
   from data_keys order by wrapping_key_id, created_at desc`,
);

const sampleFileUrlKeys = statement<StoredFileUrlKey>(
  'sample-file-url-keys',
  `select distinct on (wrapping_key_id) id, secret, wrapping_key_id as "wrappingKeyId"
   from file_url_keys order by wrapping_key_id, created_at desc`,
);
