import { runInTransaction, statement } from '@parley/database';
import { eraseFiles } from '../../files/erase-files.js';
import { findReferredFiles } from '../../files/referred-files.js';
import { sizedStatement } from '../../sql/sized-statement.js';
import type { EraseBatch } from './person-to-erase.js';

/**
 * Deletes the files of the person's messages and runs, with their bytes and URLs, unless something else refers to them: a
 * message of somebody else, a template, an automation, a campaign or a run.
 */
export const removeFiles: EraseBatch = async ({ context, contactId }, after) => {
  const { database, tenantId } = context;
  const found = await database.sql(listFiles(context.sizes), [tenantId, contactId, after ?? null]);
  const batch = found.map(({ id }) => id);
  const last = batch.at(-1);
  if (last === undefined) return null;
  await runInTransaction(database, async (transaction) => {
    // From now on, a transaction that wants to refer to one of these files waits. The next statement sees the
    // references that were committed before.
    await transaction.sql(lockFiles, [tenantId, batch]);
    const referred = await findReferredFiles(transaction, context, batch);
    const unused = batch.filter((id) => !referred.has(id));
    await eraseFiles(transaction, context, unused);
  });
  return last;
};

const listFiles = sizedStatement<{ id: string }>(
  'list-files-of-erased-contact',
  ({ fileRemovalBatch }) => `select id::text as id from erased_records
   where tenant_id = $1::uuid and contact_id = $2::uuid and is_file and ($3::uuid is null or id > $3::uuid)
   order by erased_records.id limit ${fileRemovalBatch}`,
);

const lockFiles = statement(
  'lock-files-of-erased-contact',
  `select id from files where tenant_id = $1::uuid and id = any ($2::uuid[]) order by id for update`,
);
