import type { Database } from '@parley/database';

/** A total, and the revision of the tenant's rows at which it was counted. */
export interface KnownTotal {
  readonly revision: string;
  readonly total: string;
}

const mostKept = 500;

/**
 * Totals of earlier searches with the same conditions. Counting reads every row that is found, so its time grows with
 * their number, and whoever turns pages would pay for it on every page. A total is offered to the next search together
 * with its revision, and the database takes it only when that is still the present one: it is always exact.
 */
export class KnownTotals {
  static readonly #byDatabase = new WeakMap<Database, KnownTotals>();
  readonly #totals = new Map<string, KnownTotal>();

  static of(database: Database): KnownTotals {
    const known = KnownTotals.#byDatabase.get(database) ?? new KnownTotals();
    KnownTotals.#byDatabase.set(database, known);
    return known;
  }

  find(conditions: string): KnownTotal | undefined {
    return this.#totals.get(conditions);
  }

  /** The one that was kept first goes when there are too many. */
  keep(conditions: string, total: KnownTotal): void {
    this.#totals.delete(conditions);
    this.#totals.set(conditions, total);
    const [oldest] = this.#totals.keys();
    if (this.#totals.size > mostKept && oldest !== undefined) this.#totals.delete(oldest);
  }
}
