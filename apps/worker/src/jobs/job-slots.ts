import pLimit from 'p-limit';

/**
 * Limits the number of jobs that run at the same time. A job that waits for an endpoint releases its slot, so that jobs
 * which need only the database are not delayed.
 */
export class JobSlots {
  readonly #limit: ReturnType<typeof pLimit>;

  constructor(concurrency: number) {
    this.#limit = pLimit(concurrency);
  }

  /** Waits for a free slot and resolves with the function that releases it; a second release has no effect. */
  acquire(): Promise<() => void> {
    return new Promise((onAcquired) => {
      void this.#limit(() => new Promise<void>((release) => onAcquired(release)));
    });
  }
}
