import type { Database, Tenant } from '@parley/database';
import { isId } from '../ids.js';
import { AdministrationError } from './administration-error.js';

/** Finds a tenant by slug or by id. */
export async function findTenant(database: Database, slugOrId: string): Promise<Tenant> {
  const where = isId(slugOrId) ? { id: slugOrId } : { slug: slugOrId };
  const tenant = await database.prisma.tenant.findUnique({ where });
  if (tenant === null) throw new AdministrationError(`There is no tenant "${slugOrId}".`);
  return tenant;
}
