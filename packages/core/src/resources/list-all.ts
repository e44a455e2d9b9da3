import type { Context } from '../context.js';
import type { Resource } from './resource.js';

/** Every record of the tenant, newest first; for the lists of v2, which know no pages. */
export async function listAll<Entry>(
  { database, tenantId }: Context,
  resource: Resource<Entry>,
): Promise<Entry[]> {
  const [row] = await database.sql(resource.statements.list, [tenantId]);
  return row?.records ?? [];
}
