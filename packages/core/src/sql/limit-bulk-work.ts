import type { Context } from '../context.js';

/**
 * Runs work that holds a connection for a long time. Such work uses at most half of the connections at a time, so that
 * it does not delay other requests. Of the tenants that wait, the one with the least running work is next, in turn among
 * equals, so that the lists of one tenant do not delay those of another either. Small work does not wait.
 */
export async function limitBulkWork<Result>(
  { database: { pool }, tenantId }: Context,
  work: () => Promise<Result>,
  isBulk = true,
): Promise<Result> {
  if (!isBulk) return work();
  const semaphore = semaphores.get(pool) ?? new Semaphore(Math.max(1, Math.floor(pool.options.max / 2)));
  semaphores.set(pool, semaphore);
  await semaphore.acquire(tenantId);
  try {
    return await work();
  } finally {
    semaphore.release(tenantId);
  }
}

class Semaphore {
  #free: number;
  readonly #running = new Map<string, number>();
  /** The tenant that is next in turn comes first. */
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(size: number) {
    this.#free = size;
  }

  acquire(tenantId: string): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.set(tenantId, [...(this.#waiting.get(tenantId) ?? []), resolve]);
      this.#startNext();
    });
  }

  release(tenantId: string): void {
    this.#free += 1;
    const running = this.#runningOf(tenantId) - 1;
    if (running > 0) this.#running.set(tenantId, running);
    else this.#running.delete(tenantId);
    this.#startNext();
  }

  #startNext(): void {
    const next = this.#findNext();
    if (this.#free === 0 || next === undefined) return;
    const [tenantId, [start, ...others]] = next;
    // The tenant goes to the end of the order.
    this.#waiting.delete(tenantId);
    if (others.length > 0) this.#waiting.set(tenantId, others);
    this.#free -= 1;
    this.#running.set(tenantId, this.#runningOf(tenantId) + 1);
    start?.();
  }

  #findNext(): readonly [string, readonly (() => void)[]] | undefined {
    const fewest = Math.min(...[...this.#waiting.keys()].map((tenantId) => this.#runningOf(tenantId)));
    return [...this.#waiting].find(([tenantId]) => this.#runningOf(tenantId) === fewest);
  }

  #runningOf(tenantId: string): number {
    return this.#running.get(tenantId) ?? 0;
  }
}

const semaphores = new WeakMap<object, Semaphore>();
