import { type Plan, statement } from '@parley/database';
import type { Context } from '../context.js';
import { type PlanFeature, plans } from './plans.js';

export interface WorkspaceRecord {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  readonly features: readonly PlanFeature[];
  /** ISO 3166-1 alpha-2. */
  readonly defaultCountry: string | null;
}

/** Returns the tenant of the caller. */
export async function getWorkspace({ database, tenantId }: Context): Promise<WorkspaceRecord> {
  const [tenant] = await database.sql(find, [tenantId]);
  if (tenant === undefined) throw new Error(`Tenant ${tenantId} was deleted during its request`);
  return { ...tenant, features: plans[tenant.plan].features };
}

const find = statement<Omit<WorkspaceRecord, 'features'>>(
  'find-workspace',
  'select id, name, plan, default_country as "defaultCountry" from tenants where id = $1::uuid',
);
