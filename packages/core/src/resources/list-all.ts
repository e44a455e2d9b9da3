import type { Context } from '../context.js';
import type { Resource } from './resource.js';

/** Returns every record of the tenant, newest first, for lists without pages. */
export async function listAll<Entry>(
  { database, tenantId }: Context,
  resource: Resource<Entry>,
): Promise<Entry[]> {
  const [row] = await database.sql(resource.statements.list, [tenantId]);
  return row?.records ?? [];
}
