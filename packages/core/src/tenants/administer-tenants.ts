import { type Database, type Plan, Prisma, type Tenant } from '@parley/database';
import { isId, newId } from '../ids.js';
import { AdministrationError } from './administration-error.js';

export interface NewTenant {
  /** The short name by which people call it, unique in the deployment. */
  readonly slug: string;
  readonly name: string;
  readonly plan: Plan;
  readonly requestsPerMinute?: number | null;
  /** Made unless told; the demo tenant has a fixed one. */
  readonly id?: string;
}

export async function createTenant(database: Database, tenant: NewTenant): Promise<Tenant> {
  const { id = newId(), slug, name, plan, requestsPerMinute = null } = tenant;
  requireNumber(plan, requestsPerMinute);
  try {
    return await database.prisma.tenant.create({ data: { id, slug, name, plan, requestsPerMinute } });
  } catch (error) {
    if (isUniqueViolation(error)) throw new AdministrationError(`There is already a tenant "${slug}".`);
    throw error;
  }
}

export function listTenants(database: Database): Promise<Tenant[]> {
  return database.prisma.tenant.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
}

export interface PlanChange {
  readonly tenant: string;
  readonly plan: Plan;
  /** A number of its own, null for the plan's. */
  readonly requestsPerMinute?: number | null;
}

export async function setTenantPlan(
  database: Database,
  { tenant, plan, requestsPerMinute = null }: PlanChange,
): Promise<Tenant> {
  requireNumber(plan, requestsPerMinute);
  const { id } = await findTenant(database, tenant);
  return database.prisma.tenant.update({ where: { id }, data: { plan, requestsPerMinute } });
}

/** By slug or by id. */
export async function findTenant(database: Database, slugOrId: string): Promise<Tenant> {
  const where = isId(slugOrId) ? { id: slugOrId } : { slug: slugOrId };
  const tenant = await database.prisma.tenant.findUnique({ where });
  if (tenant === null) throw new AdministrationError(`There is no tenant "${slugOrId}".`);
  return tenant;
}

function requireNumber(plan: Plan, requestsPerMinute: number | null): void {
  if (plan === 'enterprise' && requestsPerMinute === null) {
    throw new AdministrationError('The plan "enterprise" needs a number of requests per minute.');
  }
  if (requestsPerMinute !== null && !(Number.isInteger(requestsPerMinute) && requestsPerMinute > 0)) {
    throw new AdministrationError('The number of requests per minute must be a whole number above 0.');
  }
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
}
