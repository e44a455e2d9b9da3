interface BulkWorkSlotsOptions {
  readonly size: number;
  /** How long work waits for a slot. */
  readonly waitMs: number;
}

/** Bulk work that has waited too long for a slot. Nothing of it was done, so it can be repeated. */
export class BulkWorkBusyError extends Error {
  constructor(waitMs: number) {
    super(`Bulk work has waited for ${waitMs / 1_000} seconds, and did not start.`);
    this.name = 'BulkWorkBusyError';
  }
}

/**
 * A semaphore that tenants share fairly: of those that wait, the one with the least running work is next, in turn among
 * equals.
 */
export class BulkWorkSlots {
  readonly #waitMs: number;
  #free: number;
  readonly #running = new Map<string, number>();
  /** The tenant that is next in turn comes first. */
  readonly #waiting = new Map<string, readonly (() => void)[]>();

  constructor({ size, waitMs }: BulkWorkSlotsOptions) {
    this.#free = size;
    this.#waitMs = waitMs;
  }

  acquire(tenantId: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        const others = this.#waitingOf(tenantId).filter((waiting) => waiting !== start);
        if (others.length > 0) this.#waiting.set(tenantId, others);
        else this.#waiting.delete(tenantId);
        reject(new BulkWorkBusyError(this.#waitMs));
      }, this.#waitMs).unref();
      this.#waiting.set(tenantId, [...this.#waitingOf(tenantId), start]);
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

  #waitingOf(tenantId: string): readonly (() => void)[] {
    return this.#waiting.get(tenantId) ?? [];
  }

  #runningOf(tenantId: string): number {
    return this.#running.get(tenantId) ?? 0;
  }
}
