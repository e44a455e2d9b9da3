import { type Database, statement } from '@parley/database';
import { plans } from './plans.js';

export interface TenantWeight {
  /** The lane of the tenant's interactive jobs in the queue. */
  readonly lane: number;
  readonly weight: number;
}

type PlanWeights = readonly (readonly [plan: string, weight: number])[];

const weightsOfPlans: PlanWeights = Object.entries(plans).map(([plan, { weight }]) => [plan, weight]);

/** Finds the tenants whose plan has a weight other than 1. If no plan has one, nothing is read. */
export async function findTenantWeights(
  { sql }: Pick<Database, 'sql'>,
  weights = weightsOfPlans,
): Promise<TenantWeight[]> {
  const weighted = weights.filter(([, weight]) => weight !== 1);
  if (weighted.length === 0) return [];
  return sql(find, [weighted.map(([plan]) => plan), weighted.map(([, weight]) => weight)]);
}

/** Beyond 32,766 tenants, two may have one lane. They share its weight, which is the larger of theirs. */
const find = statement<TenantWeight>(
  'find-tenant-weights',
  `select parley_quiet.lane(tenant.id::text, false, null) as lane, max(given.weight) as weight
   from unnest($1::text[], $2::int[]) as given(plan, weight)
   join tenants tenant on tenant.plan::text = given.plan
   group by 1`,
);
