import { Pool } from 'undici';

export interface OriginPoolsOptions {
  readonly poolOptions: Pool.Options;
  readonly maxAgeMs: number;
  readonly now: () => number;
}

/**
 * One pool of kept-alive connections per origin, replaced when it is old so that changes of a name are seen.
 * The `clientTtl` of undici's own pool is not used: a queue can stall there when all clients expire at once.
 */
export class OriginPools {
  readonly #options: OriginPoolsOptions;
  // In the order of their birth, so that the oldest come first.
  readonly #current = new Map<string, { readonly pool: Pool; readonly bornAt: number }>();
  readonly #retired = new Map<Pool, Promise<void>>();

  constructor(options: OriginPoolsOptions) {
    this.#options = options;
  }

  find(origin: string): Pool {
    const now = this.#options.now();
    this.#retireBornBefore(now - this.#options.maxAgeMs);
    const found = this.#current.get(origin);
    if (found) return found.pool;
    const pool = new Pool(origin, this.#options.poolOptions);
    this.#current.set(origin, { pool, bornAt: now });
    return pool;
  }

  async close(): Promise<void> {
    this.#retireBornBefore(Number.POSITIVE_INFINITY);
    await Promise.all(this.#retired.values());
  }

  async destroy(): Promise<void> {
    this.#retireBornBefore(Number.POSITIVE_INFINITY);
    await Promise.all([...this.#retired.keys()].map((pool) => pool.destroy()));
  }

  #retireBornBefore(instant: number): void {
    for (const [origin, { pool, bornAt }] of this.#current) {
      if (bornAt >= instant) return;
      this.#current.delete(origin);
      const closed = pool.close().finally(() => this.#retired.delete(pool));
      this.#retired.set(pool, closed);
    }
  }
}
