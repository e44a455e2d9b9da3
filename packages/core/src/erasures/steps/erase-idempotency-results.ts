import { bulkStatement } from '../../sql/bulk-statement.js';
import type { EraseBatch } from './person-to-erase.js';
import { uuid } from './uuid-pattern.js';

/**
 * Erases the stored results of requests that mention a record of the person. The key is kept until it expires, with a
 * hash that no request has. A repeated request is therefore refused and does not run a second time.
 */
export const eraseIdempotencyResults: EraseBatch = async ({ context, contactId }, after = '') => {
  const { database, tenantId, sizes } = context;
  const values = [tenantId, contactId, after, sizes.resultErasureBatch];
  const [batch] = await database.sql(erase, values);
  return batch?.lastKey ?? null;
};

const erase = bulkStatement<{ lastKey: string | null }>(
  'erase-idempotency-results',
  `with batch as materialized (
     select key, result from idempotency_keys where tenant_id = $1::uuid and key > $3::text
     order by key limit $4::int
   ), own as materialized (
     select key from batch where exists (
       select from regexp_matches(batch.result::text, '${uuid}', 'g') as mention(id)
       join erased_records record
         on record.tenant_id = $1::uuid and record.contact_id = $2::uuid and record.id = mention.id[1]::uuid
     )
   ), erased as (
     update idempotency_keys stored set result = 'null', request_hash = 'erased'
     from own where stored.tenant_id = $1::uuid and stored.key = own.key
   )
   select (select key from batch order by key desc limit 1) as "lastKey"`,
);
