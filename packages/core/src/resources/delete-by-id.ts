import type { Sql } from '@parley/database';
import type { Context } from '../context.js';
import { isId } from '../ids.js';
import { type Transaction, transact } from '../sql/transact.js';
import type { Resource } from './resource.js';

export interface DeleteResult {
  readonly deletedIds: readonly string[];
  readonly notFoundIds: readonly string[];
}

/** What has to happen before a record goes, in the transaction in which it goes; the record may not exist. */
export type BeforeDeletion = (transaction: Transaction, context: Context, id: string) => Promise<void>;

/** Deleting what is not there is an answer, not an error. Ids are given back as they were sent. */
export async function deleteById(
  context: Context,
  resource: Resource<unknown>,
  id: string,
  before?: BeforeDeletion,
): Promise<DeleteResult> {
  if (!isId(id)) return { deletedIds: [], notFoundIds: [id] };
  const remove = (sql: Sql) => sql(resource.statements.remove, [context.tenantId, id]);
  const removed = before
    ? await transact(context, async (transaction) => {
        await before(transaction, context, id);
        return remove(transaction.sql);
      })
    : await remove(context.database.sql);
  return removed.length > 0 ? { deletedIds: [id], notFoundIds: [] } : { deletedIds: [], notFoundIds: [id] };
}
