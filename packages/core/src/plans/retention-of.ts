import type { Plan } from '@parley/database';
import { plans } from './plans.js';
import { type Retention, type RetentionKind, retentionKinds, retentionTerms } from './retention.js';

/** The columns that decide how long the data of a tenant is kept. */
export interface RetainingTenant {
  readonly plan: Plan;
  /** The numbers that the operator has set for this tenant, by kind. */
  readonly retentionOverrides: unknown;
  /** The numbers that the operator has set for all tenants, by kind; null if there are none. */
  readonly retentionDefaults: unknown;
}

/**
 * Returns for each kind of data how many days it is kept: the number of the tenant if the operator has set one, else
 * the number for all tenants, else the number of the plan.
 */
export function retentionOf({ plan, retentionOverrides, retentionDefaults }: RetainingTenant): Retention {
  const retention = { ...plans[plan].retention };
  for (const kind of retentionKinds) {
    const { isShared } = retentionTerms[kind];
    const own = isShared ? undefined : readDays(retentionOverrides, kind);
    const days = own === undefined ? readDays(retentionDefaults, kind) : own;
    if (days !== undefined) retention[kind] = days;
  }
  return retention;
}

function readDays(settings: unknown, kind: RetentionKind): number | null | undefined {
  if (typeof settings !== 'object' || settings === null || !(kind in settings)) return undefined;
  const value: unknown = settings[kind as keyof typeof settings];
  return typeof value === 'number' || value === null ? value : undefined;
}

/** The settings of all tenants, as one column of a statement. */
export const retentionDefaultsSql = `(select jsonb_object_agg(kind, days) from retention_defaults)`;

/** Returns the days of one tenant in a statement, for a kind that cannot be kept forever. */
export function retentionDaysSql(tenant: string, kind: 'events' | 'idempotencyKeys'): string {
  const ofPlan = Object.entries(plans).map(
    ([plan, { retention }]) => `when '${plan}' then ${retention[kind]}`,
  );
  return `coalesce((${tenant}.retention_overrides ->> '${kind}')::int,
    (select days from retention_defaults where kind = '${kind}'), case ${tenant}.plan ${ofPlan.join(' ')} end)`;
}
