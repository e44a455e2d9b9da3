import type { Context } from '../context.js';
import { isId } from '../ids.js';
import { type Transaction, transact } from '../sql/transact.js';
import type { Resource } from './resource.js';

export interface DeleteResult {
  readonly deletedIds: readonly string[];
  readonly notFoundIds: readonly string[];
}

/** What happens in the transaction of a deletion. */
export interface DeletionSteps {
  /** Runs before the deletion. */
  readonly prepare?: (transaction: Transaction) => Promise<unknown>;
  /** Runs after the deletion, if a row was deleted. */
  readonly record?: (transaction: Transaction) => void;
}

/** Deletes a record; a record that does not exist is not an error. Ids are returned as they were sent. */
export async function deleteById(
  context: Context,
  resource: Resource<unknown>,
  id: string,
  { prepare, record }: DeletionSteps = {},
): Promise<DeleteResult> {
  const remove = (transaction: Transaction) =>
    transaction.sql(resource.statements.remove, [context.tenantId, id]);
  const removed = isId(id)
    ? await transact(context, async (transaction) => {
        await prepare?.(transaction);
        const rows = await remove(transaction);
        if (rows.length > 0) record?.(transaction);
        return rows;
      })
    : [];
  return removed.length > 0 ? { deletedIds: [id], notFoundIds: [] } : { deletedIds: [], notFoundIds: [id] };
}
