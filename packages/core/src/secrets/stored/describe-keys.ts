import { type Database, statement } from '@parley/database';
import { isPlainChannel, isPlainResult, isPlainTenant, isPlainWebhook } from './plain-secrets-sql.js';

/** An encryption key, and the number of stored keys that it wraps. */
export interface KeyUse {
  readonly wrappingKeyId: string;
  readonly dataKeys: number;
  readonly fileUrlKeys: number;
}

export function listKeyUses({ sql }: Pick<Database, 'sql'>): Promise<KeyUse[]> {
  return sql(list, []);
}

/** Counts the rows whose secrets are not sealed or wrapped yet. */
export async function countPlainRows({ sql }: Pick<Database, 'sql'>): Promise<number> {
  const [found] = await sql(count, []);
  return found?.rows ?? 0;
}

const list = statement<KeyUse>(
  'list-key-uses',
  `select wrapping_key_id as "wrappingKeyId", count(*) filter (where kind = 'data')::int as "dataKeys",
     count(*) filter (where kind = 'file')::int as "fileUrlKeys"
   from (
     select wrapping_key_id, 'data' as kind from data_keys
     union all select wrapping_key_id, 'file' from file_url_keys where wrapping_key_id is not null
   ) stored group by wrapping_key_id order by wrapping_key_id`,
);

const count = statement<{ rows: number }>(
  'count-plain-rows',
  `select ((select count(*) from tenants where ${isPlainTenant})
     + (select count(*) from webhooks where ${isPlainWebhook})
     + (select count(*) from channels where ${isPlainChannel})
     + (select count(*) from idempotency_keys where ${isPlainResult})
     + (select count(*) from file_url_keys where wrapping_key_id is null))::int as rows`,
);
