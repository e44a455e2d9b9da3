import type { Context } from '../context.js';
import { isId } from '../ids.js';
import { transact } from '../sql/transact.js';
import type { Resource } from './resource.js';

export interface DeleteResult {
  readonly deletedIds: readonly string[];
  readonly notFoundIds: readonly string[];
}

/** Deleting what is not there is an answer, not an error. Ids are given back as they were sent. */
export async function deleteById(
  context: Context,
  resource: Resource<unknown>,
  id: string,
): Promise<DeleteResult> {
  const remove = resource.statements.remove;
  const removed = isId(id) ? await transact(context, ({ sql }) => sql(remove, [context.tenantId, id])) : [];
  return removed.length > 0 ? { deletedIds: [id], notFoundIds: [] } : { deletedIds: [], notFoundIds: [id] };
}
