import { type Database, runInTransaction, type Sql, statement } from '@parley/database';
import { recordOperatorAudit } from '../../auditing/record-audit.js';
import type { Sizes } from '../../sizes.js';
import { dataKeyContext, type StoredDataKey } from './data-keys.js';
import { type StoredFileUrlKey, unwrapFileUrlSecret, wrapFileUrlSecret } from './file-url-secrets.js';

export interface RewrappedKeys {
  /** The id of the encryption key that wraps all stored keys now. */
  readonly keyId: string;
  readonly dataKeys: number;
  readonly fileUrlKeys: number;
}

/**
 * Wraps every stored key with the newest encryption key. The keys themselves stay the same, so that running processes notice
 * nothing. Each batch is one transaction: an interrupted run continues with the keys that are left.
 */
export async function rewrapKeys(database: Database, { sealingBatch: limit }: Sizes): Promise<RewrappedKeys> {
  const keyId = await database.keys.currentKeyId();
  const outdated = { keyId, limit };
  const dataKeys = await repeatBatches((sql) => rewrapDataKeys(sql, database, outdated));
  const fileUrlKeys = await repeatBatches((sql) => rewrapFileUrlKeys(sql, database, outdated));
  return { keyId, dataKeys, fileUrlKeys };

  async function repeatBatches(doBatch: (sql: Sql) => Promise<number>): Promise<number> {
    let total = 0;
    while (true) {
      const done = await runInTransaction(database, ({ sql }) => doBatch(sql));
      total += done;
      if (done < limit) return total;
    }
  }
}

interface OutdatedKeys {
  /** The id of the newest encryption key. */
  readonly keyId: string;
  readonly limit: number;
}

async function rewrapDataKeys(sql: Sql, { keys }: Database, { keyId, limit }: OutdatedKeys): Promise<number> {
  const outdated = await sql(lockDataKeys, [keyId, limit]);
  for (const stored of outdated) {
    const context = dataKeyContext(stored);
    const { wrappingKeyId, wrapped } = await keys.wrap(await keys.unwrap(stored, context), context);
    await sql(replaceDataKey, [stored.tenantId, wrappingKeyId, wrapped]);
    const entry = { action: 'workspace.data_key_rewrapped', resourceId: stored.tenantId } as const;
    await recordOperatorAudit(sql, stored.tenantId, entry);
  }
  return outdated.length;
}

async function rewrapFileUrlKeys(
  sql: Sql,
  { keys }: Database,
  { keyId, limit }: OutdatedKeys,
): Promise<number> {
  const outdated = await sql(lockFileUrlKeys, [keyId, limit]);
  for (const stored of outdated) {
    const { id } = stored;
    const secret = await unwrapFileUrlSecret(keys, stored);
    const { wrappingKeyId, wrapped } = await wrapFileUrlSecret(keys, { id, secret });
    await sql(replaceFileUrlKey, [id, wrappingKeyId, wrapped]);
  }
  return outdated.length;
}

const lockDataKeys = statement<StoredDataKey>(
  'lock-outdated-data-keys',
  `select tenant_id as "tenantId", id, wrapping_key_id as "wrappingKeyId", wrapped from data_keys
   where wrapping_key_id <> $1::text order by tenant_id limit $2::int for no key update`,
);

const replaceDataKey = statement(
  'rewrap-data-key',
  'update data_keys set wrapping_key_id = $2::text, wrapped = $3::bytea where tenant_id = $1::uuid',
);

/** Keys that are not wrapped yet are included. */
const lockFileUrlKeys = statement<StoredFileUrlKey>(
  'lock-outdated-file-url-keys',
  `select id, secret, wrapping_key_id as "wrappingKeyId" from file_url_keys
   where wrapping_key_id is distinct from $1::text order by id limit $2::int for no key update`,
);

const replaceFileUrlKey = statement(
  'rewrap-file-url-key',
  'update file_url_keys set wrapping_key_id = $2::text, secret = $3::bytea where id = $1::uuid',
);
