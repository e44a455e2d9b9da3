import { LRUCache } from 'lru-cache';

/** A search that takes longer is slow. The searches of the contract's filters take a few milliseconds. */
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
 * Remembers how long the searches of each tenant take. Each of them keeps a core of the database busy, so only tenants
 * whose searches are quick run several at a time: a tenant begins with one, each quick search allows one more, and a slow
 * search sets it back to one.
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
