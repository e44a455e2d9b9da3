import { BulkWorkSlots } from '@parley/core';

/** Longer than a stream lives, since a stream that waits for its turn is no error. */
const waitMs = 2 * 60 * 60 * 1_000;

/** Lets a number of tasks run at the same time. The waiting tenant with the fewest running tasks is next. */
export class Semaphore {
  readonly #slots: BulkWorkSlots;

  constructor(size: number) {
    this.#slots = new BulkWorkSlots({ size, waitMs });
  }

  async run<Result>(tenantId: string, work: () => Promise<Result>): Promise<Result> {
    await this.#slots.acquire(tenantId);
    try {
      return await work();
    } finally {
      this.#slots.release(tenantId);
    }
  }
}
