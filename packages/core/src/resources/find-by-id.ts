import type { Sql } from '@parley/database';
import { isId } from '../ids.js';
import type { Resource } from './resource.js';

/** Returns undefined for a malformed id, an unknown id and another tenant's id. */
export async function findById<Entry>(
  sql: Sql,
  resource: Resource<Entry>,
  { tenantId, id }: { tenantId: string; id: string },
): Promise<Entry | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await sql(resource.statements.find, [tenantId, id]);
  return row?.record;
}
