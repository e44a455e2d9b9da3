import { LRUCache } from 'lru-cache';

/** A search that takes longer than this counts as slow. Usual searches take a few milliseconds. */
export const slowSearchMs = 100;
/** How long a tenant counts as slow after a slow search. */
export const slowForMs = 10_000;

const maxTenants = 10_000;

interface Pace {
  /** How many searches the tenant may run at the same time. */
  readonly atOnce: number;
  readonly slowUntilMs: number;
}

/**
 * Remembers how long the searches of each tenant take. A running search keeps a core of the database busy, so only
 * tenants with quick searches may run several at a time. A tenant begins with one search at a time, each quick search
 * allows one more, and a slow search resets the number to one.
 */
export class SearchPaces {
  readonly #known = new LRUCache<string, Pace>({ max: maxTenants });

  atOnce(tenantId: string): number {
    return this.#known.get(tenantId)?.atOnce ?? 1;
  }

  isSlow(tenantId: string, nowMs: number): boolean {
    return (this.#known.get(tenantId)?.slowUntilMs ?? 0) > nowMs;
  }

  /** Records a search that has ended. */
  record(tenantId: string, { startedAtMs, endedAtMs }: { startedAtMs: number; endedAtMs: number }): void {
    const known = this.#known.get(tenantId) ?? { atOnce: 1, slowUntilMs: 0 };
    if (endedAtMs - startedAtMs > slowSearchMs)
      this.#known.set(tenantId, { atOnce: 1, slowUntilMs: endedAtMs + slowForMs });
    else if (known.slowUntilMs <= endedAtMs)
      this.#known.set(tenantId, { ...known, atOnce: known.atOnce + 1 });
  }
}
