import { findTenantWeights } from '@parley/core';
import type { Database } from '@parley/database';
import { tenantOf } from './lanes.js';

/** The weights of the lanes, by the plans of their tenants. A lane that is not listed has the weight 1. */
export class LaneWeights {
  #byTenant: ReadonlyMap<number, number>;

  /** Pairs of an interactive lane and its weight; the bulk lane of the tenant has the same. */
  constructor(weights: readonly (readonly [lane: number, weight: number])[] = []) {
    this.#byTenant = new Map(weights.map(([lane, weight]) => [tenantOf(lane), weight]));
  }

  of(lane: number): number {
    return this.#byTenant.get(tenantOf(lane)) ?? 1;
  }

  /** Returns all lanes whose weight is not 1. */
  entries(): (readonly [lane: number, weight: number])[] {
    return [...this.#byTenant].flatMap(([tenant, weight]) => [
      [-2 - tenant, weight],
      [tenant, weight],
    ]);
  }

  async refresh(database: Pick<Database, 'sql'>): Promise<void> {
    const found = await findTenantWeights(database);
    this.#byTenant = new Map(found.map(({ lane, weight }) => [tenantOf(lane), weight]));
  }
}
