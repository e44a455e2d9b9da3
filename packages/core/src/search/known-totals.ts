import { type Database, sharedDatabase } from '@parley/database';
import { LRUCache } from 'lru-cache';

/** A total, and the revision of the tenant's rows at which it was counted. */
export interface KnownTotal {
  readonly revision: string;
  readonly total: string;
}

const maxTotals = 500;

/**
 * Caches the totals of earlier searches with the same conditions. Counting reads every matching row, so its time grows
 * with their number, and it would be repeated for every page. The next search passes the total with its revision, and
 * the database uses it only when that is still the current revision, so the total is always exact.
 */
export class KnownTotals {
  static readonly #byDatabase = new WeakMap<Database, KnownTotals>();
  readonly #totals = new LRUCache<string, KnownTotal>({ max: maxTotals });

  static of(database: Database): KnownTotals {
    const shared = sharedDatabase(database);
    const known = KnownTotals.#byDatabase.get(shared) ?? new KnownTotals();
    KnownTotals.#byDatabase.set(shared, known);
    return known;
  }

  find(conditions: string): KnownTotal | undefined {
    return this.#totals.get(conditions);
  }

  keep(conditions: string, total: KnownTotal): void {
    this.#totals.set(conditions, total);
  }
}
