import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { addJob } from '../jobs/add-job.js';
import type { Transaction } from '../sql/transact.js';

/**
 * Deletes files with their bytes and URLs, as part of the caller's transaction. Bytes in the object storage are removed
 * after the commit, by a job; if the job fails, maintenance removes them. Returns the ids of the deleted files.
 */
export async function eraseFiles(
  transaction: Transaction,
  { tenantId, now }: Context,
  fileIds: readonly string[],
): Promise<string[]> {
  if (fileIds.length === 0) return [];
  const erased = await transaction.sql(erase, [tenantId, fileIds]);
  if (erased.some(({ isObject }) => isObject)) {
    const key = `remove-objects:${tenantId}`;
    addJob(transaction, { task: 'remove-objects', payload: { tenantId }, runAt: now(), key });
  }
  return erased.map(({ id }) => id);
}

const erase = statement<{ id: string; isObject: boolean }>(
  'erase-files',
  `delete from files where tenant_id = $1::uuid and id = any ($2::uuid[])
   returning id, object_key is not null as "isObject"`,
);
