import { runInTransaction, statement } from '@parley/database';
import { eraseFiles } from '../../files/erase-files.js';
import { findReferredFiles } from '../../files/referred-files.js';
import { removeLooseObjects } from '../../files/remove-loose-objects.js';
import type { PersonToErase } from './person-to-erase.js';

/**
 * Deletes the files of the person's messages and runs, with their bytes and URLs, unless something else refers to them: a
 * message of somebody else, a template, an automation, a campaign or a run.
 */
export async function removeFiles({ context, contactId }: PersonToErase): Promise<void> {
  const { database, tenantId, now } = context;
  const [found] = await database.sql(listFiles, [tenantId, contactId]);
  const fileIds = found?.ids ?? [];
  for (let at = 0; at < fileIds.length; at += batchSize) {
    const batch = fileIds.slice(at, at + batchSize);
    await runInTransaction(database, async (transaction) => {
      // From now on, a transaction that wants to refer to one of these files waits. The next statement sees the
      // references that were committed before.
      await transaction.sql(lockFiles, [tenantId, batch]);
      const referred = await findReferredFiles(transaction, context, batch);
      await eraseFiles(
        transaction,
        context,
        batch.filter((id) => !referred.has(id)),
      );
    });
  }
  // The erasure is completed only when the bytes are removed; otherwise the job is retried.
  await removeLooseObjects(database, now());
}

/** The batch is small, because the bytes of each file are deleted together with the file. */
const batchSize = 100;

const listFiles = statement<{ ids: string[] }>(
  'list-files-of-erased-contact',
  `select array(
     select id::text from erased_records where tenant_id = $1::uuid and contact_id = $2::uuid and is_file
   ) as ids`,
);

const lockFiles = statement(
  'lock-files-of-erased-contact',
  `select id from files where tenant_id = $1::uuid and id = any ($2::uuid[]) order by id for update`,
);
