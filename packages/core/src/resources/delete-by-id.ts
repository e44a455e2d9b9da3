import type { Context } from '../context.js';
import { isId } from '../ids.js';
import type { Resource } from './resource.js';

export interface DeleteResult {
  readonly deletedIds: readonly string[];
  readonly notFoundIds: readonly string[];
}

/** Deleting what is not there is an answer, not an error. Ids are given back as they were sent. */
export async function deleteById(
  { database, tenantId }: Context,
  resource: Resource<unknown>,
  id: string,
): Promise<DeleteResult> {
  const removed = isId(id) ? await database.sql(resource.statements.remove, [tenantId, id]) : [];
  return removed.length > 0 ? { deletedIds: [id], notFoundIds: [] } : { deletedIds: [], notFoundIds: [id] };
}
