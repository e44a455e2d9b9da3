import { createHash } from 'node:crypto';
import { type Database, sharedDatabase } from '@parley/database';
import { LRUCache } from 'lru-cache';

/** A total, and the revision of the tenant's rows at which it was counted. */
export interface KnownTotal {
  readonly revision: string;
  readonly total: string;
}

/** A tenant has its own totals, so that its searches do not evict the totals of others. */
const maxTenants = 500;
const maxTotalsOfTenant = 100;

/**
 * Caches the totals of earlier searches with the same conditions. Counting reads every matching row, so its time grows
 * with their number, and it would be repeated for every page. The next search passes the total with its revision, and
 * the database uses it only when that is still the current revision, so the total is always exact.
 */
export class KnownTotals {
  static readonly #byDatabase = new WeakMap<Database, KnownTotals>();
  readonly #tenants = new LRUCache<string, LRUCache<string, KnownTotal>>({ max: maxTenants });

  static of(database: Database): KnownTotals {
    const shared = sharedDatabase(database);
    const known = KnownTotals.#byDatabase.get(shared) ?? new KnownTotals();
    KnownTotals.#byDatabase.set(shared, known);
    return known;
  }

  find(tenantId: string, conditions: string): KnownTotal | undefined {
    return this.#tenants.get(tenantId)?.get(keyOf(conditions));
  }

  keep(tenantId: string, conditions: string, total: KnownTotal): void {
    const totals = this.#tenants.get(tenantId) ?? new LRUCache({ max: maxTotalsOfTenant });
    this.#tenants.set(tenantId, totals);
    totals.set(keyOf(conditions), total);
  }
}

/** Conditions can have thousands of characters, and there are up to 50,000 totals. */
function keyOf(conditions: string): string {
  return createHash('sha1').update(conditions).digest('base64url');
}
