export interface BulkWorkSlotsOptions {
  readonly size: number;
  /** How long work waits for a slot. */
  readonly waitMs: number;
  /**
   * Divides the slots among the tenants that were active within this time, and keeps one slot for another tenant,
   * so that the work of one tenant does not occupy all slots. By default, a tenant can use all slots.
   */
  readonly sharedForMs?: number;
  /** A monotonic clock in milliseconds; the default is the clock of the process. */
  readonly nowMs?: () => number;
}

/** Bulk work that has waited too long for a slot. Nothing of it was done, so it can be repeated. */
export class BulkWorkBusyError extends Error {
  constructor(waitMs: number) {
    super(`Bulk work has waited for ${waitMs / 1_000} seconds, and did not start.`);
    this.name = 'BulkWorkBusyError';
  }
}

/**
 * A semaphore that tenants share fairly: the waiting tenant with the least running work gets the next slot, and tenants
 * with equal work alternate.
 */
export class BulkWorkSlots {
  readonly #options: Required<BulkWorkSlotsOptions>;
  #free: number;
  /** When each tenant was last active, oldest first. */
  readonly #activeAtMs = new Map<string, number>();
  readonly #running = new Map<string, number>();
  /** The tenant that is next comes first. */
  readonly #waiting = new Map<string, readonly (() => void)[]>();
  #waking: NodeJS.Timeout | undefined;

  constructor(options: BulkWorkSlotsOptions) {
    this.#options = { sharedForMs: 0, nowMs: () => performance.now(), ...options };
    this.#free = options.size;
  }

  acquire(tenantId: string): Promise<void> {
    const { waitMs } = this.#options;
    this.#touch(tenantId);
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        const others = this.#waitingOf(tenantId).filter((waiting) => waiting !== start);
        if (others.length > 0) this.#waiting.set(tenantId, others);
        else this.#waiting.delete(tenantId);
        reject(new BulkWorkBusyError(waitMs));
      }, waitMs).unref();
      this.#waiting.set(tenantId, [...this.#waitingOf(tenantId), start]);
      this.#startNext();
    });
  }

  release(tenantId: string): void {
    this.#touch(tenantId);
    this.#free += 1;
    const running = this.#runningOf(tenantId) - 1;
    if (running > 0) this.#running.set(tenantId, running);
    else this.#running.delete(tenantId);
    this.#moveToEnd(tenantId);
    // Another tenant may have become inactive, so that two can start.
    while (this.#startNext());
  }

  #startNext(): boolean {
    const next = this.#findNext();
    if (this.#free === 0 || next === undefined) return false;
    const [tenantId, [start, ...others]] = next;
    if (this.#runningOf(tenantId) >= this.#mostOfEach()) {
      this.#wakeLater();
      return false;
    }
    if (others.length > 0) this.#waiting.set(tenantId, others);
    else this.#waiting.delete(tenantId);
    this.#moveToEnd(tenantId);
    this.#free -= 1;
    this.#running.set(tenantId, this.#runningOf(tenantId) + 1);
    start?.();
    return true;
  }

  #moveToEnd(tenantId: string): void {
    const waiting = this.#waiting.get(tenantId);
    this.#waiting.delete(tenantId);
    if (waiting) this.#waiting.set(tenantId, waiting);
  }

  #mostOfEach(): number {
    const { size, sharedForMs, nowMs } = this.#options;
    if (sharedForMs === 0) return size;
    for (const [tenantId, activeAtMs] of this.#activeAtMs) {
      if (nowMs() - activeAtMs <= sharedForMs) break;
      if (this.#runningOf(tenantId) === 0) this.#activeAtMs.delete(tenantId);
    }
    return Math.max(1, Math.floor(Math.min(size - 1, size / this.#activeAtMs.size)));
  }

  /** Work waits although a slot is free. It can start when another tenant becomes inactive, even if no work ends. */
  #wakeLater(): void {
    const { sharedForMs, nowMs } = this.#options;
    const idle = [...this.#activeAtMs].find(([tenantId]) => this.#runningOf(tenantId) === 0);
    clearTimeout(this.#waking);
    if (!idle) return;
    const wake = () => {
      while (this.#startNext());
    };
    this.#waking = setTimeout(wake, Math.max(1, idle[1] + sharedForMs + 1 - nowMs())).unref();
  }

  #touch(tenantId: string): void {
    if (this.#options.sharedForMs === 0) return;
    this.#activeAtMs.delete(tenantId);
    this.#activeAtMs.set(tenantId, this.#options.nowMs());
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
