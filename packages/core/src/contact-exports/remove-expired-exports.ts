import { type Database, statement } from '@parley/database';
import { keepContactExportMs } from './contact-export-record.js';

/** Deletes exports that have expired; a trigger deletes their results. Returns their number. */
export async function removeExpiredExports({ sql }: Database, now: Date): Promise<number> {
  const [row] = await sql(remove, [new Date(now.getTime() - keepContactExportMs)]);
  return row?.count ?? 0;
}

const remove = statement<{ count: number }>(
  'remove-expired-contact-exports',
  `with expired as (
     delete from contact_exports where (tenant_id, id) in (
       select tenant_id, id from contact_exports where created_at < $1::timestamptz limit 1000)
     returning 1
   )
   select count(*)::int as count from expired`,
);
