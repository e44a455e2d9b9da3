import type { Plan } from '@parley/database';
import { type LimitName, type Limits, limitNames, plans } from './plans.js';

/** The columns of a tenant that decide its limits. */
export interface LimitedTenant {
  readonly plan: Plan;
  readonly requestsPerMinute: number | null;
  /** The numbers that the operator has set for this tenant, by the name of the limit. */
  readonly limitOverrides: unknown;
}

/**
 * Returns the limits of the plan of the tenant, overridden by the numbers that the operator has set for this tenant.
 */
export function limitsOf({ plan, requestsPerMinute, limitOverrides }: LimitedTenant): Limits {
  const limits = { ...plans[plan].limits };
  for (const name of limitNames) {
    const override = readOverride(limitOverrides, name);
    if (override !== undefined) limits[name] = override;
  }
  if (requestsPerMinute !== null) limits.requestsPerMinute = requestsPerMinute;
  return limits;
}

function readOverride(overrides: unknown, name: LimitName): number | undefined {
  if (typeof overrides !== 'object' || overrides === null || !(name in overrides)) return undefined;
  const value: unknown = overrides[name as keyof typeof overrides];
  return typeof value === 'number' ? value : undefined;
}
