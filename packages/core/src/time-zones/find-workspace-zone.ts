import { statement } from '@parley/database';
import type { Context } from '../context.js';

/** Returns the IANA name of the zone of the caller's workspace. */
export async function findWorkspaceZone({ database, tenantId }: Context): Promise<string> {
  const [workspace] = await database.sql(find, [tenantId]);
  return workspace?.timeZone ?? 'UTC';
}

const find = statement<{ timeZone: string }>(
  'find-zone-of-workspace',
  'select time_zone as "timeZone" from tenants where id = $1::uuid',
);
