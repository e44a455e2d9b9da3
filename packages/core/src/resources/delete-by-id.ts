import type { Context } from '../context.js';
import { isId } from '../ids.js';
import { type Transaction, transact } from '../sql/transact.js';
import type { Resource } from './resource.js';

export interface DeleteResult {
  readonly deletedIds: readonly string[];
  readonly notFoundIds: readonly string[];
}

/**
 * Deletes a record; a record that does not exist is not an error. Ids are returned as they were sent. `prepare` runs in
 * the same transaction, before the deletion.
 */
export async function deleteById(
  context: Context,
  resource: Resource<unknown>,
  id: string,
  prepare?: (transaction: Transaction) => Promise<unknown>,
): Promise<DeleteResult> {
  const remove = (transaction: Transaction) =>
    transaction.sql(resource.statements.remove, [context.tenantId, id]);
  const removed = isId(id)
    ? await transact(context, async (transaction) => {
        await prepare?.(transaction);
        return remove(transaction);
      })
    : [];
  return removed.length > 0 ? { deletedIds: [id], notFoundIds: [] } : { deletedIds: [], notFoundIds: [id] };
}
