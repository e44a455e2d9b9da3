import { type Statement, statement } from '@parley/database';
import type { Context } from '../context.js';
import { addJob } from '../jobs/add-job.js';
import type { Transaction } from '../sql/transact.js';
import { isVisibleFile } from './is-visible-file.js';

type Owner = Pick<Context, 'tenantId' | 'now'>;

interface ErasedFile {
  readonly id: string;
  readonly isObject: boolean;
}

/**
 * Deletes files with their bytes and URLs, as part of the caller's transaction. Bytes in the object storage are removed
 * after the commit, by a job; if the job fails, maintenance removes them. Returns the ids of the deleted files.
 */
export async function eraseFiles(
  transaction: Transaction,
  { tenantId, now }: Owner,
  fileIds: readonly string[],
): Promise<string[]> {
  return fileIds.length === 0 ? [] : eraseBy(erase, transaction, { tenantId, now, fileIds });
}

/** Does the same for the operations of files, which do not find the result of an export. */
export function eraseVisibleFile(
  transaction: Transaction,
  { tenantId, now }: Owner,
  fileId: string,
): Promise<string[]> {
  return eraseBy(eraseVisible, transaction, { tenantId, now, fileIds: [fileId] });
}

async function eraseBy(
  remove: Statement<ErasedFile>,
  transaction: Transaction,
  { tenantId, now, fileIds }: Owner & { readonly fileIds: readonly string[] },
): Promise<string[]> {
  const erased = await transaction.sql(remove, [tenantId, fileIds]);
  if (erased.some(({ isObject }) => isObject)) {
    const key = `remove-objects:${tenantId}`;
    addJob(transaction, { task: 'remove-objects', payload: { tenantId }, runAt: now(), key });
  }
  return erased.map(({ id }) => id);
}

const deletion = 'delete from files where tenant_id = $1::uuid and id = any ($2::uuid[])';
const returning = 'returning id, object_key is not null as "isObject"';

const erase = statement<ErasedFile>('erase-files', `${deletion} ${returning}`);

const eraseVisible = statement<ErasedFile>(
  'erase-visible-files',
  `${deletion} and ${isVisibleFile('files')} ${returning}`,
);
