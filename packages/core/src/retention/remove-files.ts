import { type Database, runInTransaction, type Statement, statement } from '@parley/database';
import { eraseFiles } from '../files/erase-files.js';
import { findReferredFiles } from '../files/referred-files.js';
import type { Sizes } from '../sizes.js';
import { sizedStatement } from '../sql/sized-statement.js';
import type { Transaction } from '../sql/transact.js';

export interface Cutoff {
  readonly id: string;
  readonly before: Date;
}

/**
 * Removes files that something referred to, and that nothing has referred to since the cut-off of their tenant. The releases
 * before the cut-off are forgotten where something still refers to the file.
 */
export async function removeReleasedFiles(
  database: Database,
  cutoffs: readonly Cutoff[],
  sizes: Sizes,
): Promise<number> {
  const kind = { list: listReleasing, find: findReleased(sizes), settle: forgetReleases };
  const removed = await removeFiles(database, cutoffs, kind);
  for (const cutoff of await database.sql(listReleasing, columnsOf(cutoffs)))
    await forgetFrequentReleases(database, cutoff, sizes);
  return removed;
}

/** Removes files that were stored before the cut-off of their tenant, and that nothing has ever referred to. */
export function removeUnusedFiles(
  database: Database,
  cutoffs: readonly Cutoff[],
  sizes: Sizes,
): Promise<number> {
  return removeFiles(database, cutoffs, { list: listUnused, find: findUnused(sizes), settle: markUsed });
}

interface Kind {
  /** The tenants that have such files. */
  readonly list: Statement<Cutoff>;
  readonly find: Statement<{ id: string }>;
  /** Changes the files that were found but are kept, so that they are not found again. */
  readonly settle: Statement<unknown>;
}

async function removeFiles(database: Database, cutoffs: readonly Cutoff[], kind: Kind): Promise<number> {
  let removed = 0;
  for (const cutoff of await database.sql(kind.list, columnsOf(cutoffs))) {
    // A batch can have fewer files than there are rows, since a file was released for each of its contacts.
    for (let hasFound = true; hasFound; ) {
      const batch = await runInTransaction(database, (transaction) =>
        removeBatch(transaction, { cutoff, kind }),
      );
      removed += batch.removed;
      hasFound = batch.found > 0;
    }
  }
  return removed;
}

function columnsOf(cutoffs: readonly Cutoff[]): readonly unknown[] {
  return [cutoffs.map(({ id }) => id), cutoffs.map(({ before }) => before)];
}

/**
 * Forgets the old releases of files that were released again since the cut-off, such as that of a template whose messages
 * expire every day. Such a file is not found as released, and its releases would never end.
 */
async function forgetFrequentReleases(
  database: Database,
  { id: tenantId, before }: Cutoff,
  sizes: Sizes,
): Promise<void> {
  for (let after = lowestId; ; ) {
    const fileIds = (await database.sql(listFrequent(sizes), [tenantId, before, after])).map(({ id }) => id);
    const last = fileIds.at(-1);
    if (last === undefined) return;
    const referred = await findReferredFiles(database, { tenantId }, fileIds);
    await database.sql(forgetReleases, [tenantId, [...referred], before]);
    after = last;
  }
}

const lowestId = '00000000-0000-0000-0000-000000000000';

interface Batch {
  readonly cutoff: Cutoff;
  readonly kind: Kind;
}

/**
 * Locks the files first. A transaction that wants to refer to one of them then waits, and the statement that searches
 * for references sees those that were committed before.
 */
async function removeBatch(
  transaction: Transaction,
  { cutoff: { id: tenantId, before }, kind }: Batch,
): Promise<{ readonly found: number; readonly removed: number }> {
  const found = (await transaction.sql(kind.find, [tenantId, before])).map(({ id }) => id);
  if (found.length === 0) return { found: 0, removed: 0 };
  const referred = await findReferredFiles(transaction, { tenantId }, found);
  const idle = found.filter((id) => !referred.has(id));
  const erased = await eraseFiles(transaction, { tenantId, now: () => before }, idle);
  await transaction.sql(kind.settle, [tenantId, [...referred], before]);
  return { found: found.length, removed: erased.length };
}

const listReleasing = statement<Cutoff>(
  'list-tenants-with-released-files',
  `select tenant.id, tenant.before from unnest($1::uuid[], $2::timestamptz[]) as tenant(id, before) where exists (
     select from released_files where tenant_id = tenant.id and released_at < tenant.before
   )`,
);

const listUnused = statement<Cutoff>(
  'list-tenants-with-unused-files',
  `select tenant.id, tenant.before from unnest($1::uuid[], $2::timestamptz[]) as tenant(id, before) where exists (
     select from files where tenant_id = tenant.id and not is_used and created_at < tenant.before
   )`,
);

const findReleased = sizedStatement<{ id: string }>(
  'find-released-files',
  ({ fileRemovalBatch }) => `select file.id from files file where file.tenant_id = $1::uuid and file.id in (
     select released.file_id from released_files released
     where released.tenant_id = $1::uuid and released.released_at < $2::timestamptz and not exists (
       select from released_files later where later.tenant_id = $1::uuid and later.file_id = released.file_id
         and later.released_at >= $2::timestamptz
     )
     order by released.released_at limit ${fileRemovalBatch}
   ) order by file.id for update skip locked`,
);

const listFrequent = sizedStatement<{ id: string }>(
  'list-frequently-released-files',
  ({ fileRemovalBatch }) => `select distinct file_id as id from released_files
   where tenant_id = $1::uuid and released_at < $2::timestamptz and file_id > $3::uuid
   order by file_id limit ${fileRemovalBatch}`,
);

const forgetReleases = statement(
  'forget-releases-of-files',
  `delete from released_files
   where tenant_id = $1::uuid and file_id = any ($2::uuid[]) and released_at < $3::timestamptz`,
);

const findUnused = sizedStatement<{ id: string }>(
  'find-unused-files',
  ({
    fileRemovalBatch,
  }) => `select id from files where tenant_id = $1::uuid and not is_used and created_at < $2::timestamptz
   order by created_at limit ${fileRemovalBatch} for update skip locked`,
);

const markUsed = statement(
  'mark-used-files',
  `update files set is_used = true
   where tenant_id = $1::uuid and id = any ($2::uuid[]) and created_at < $3::timestamptz`,
);
