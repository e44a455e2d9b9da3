import type { Admission } from './admission.js';

export interface WaitQueueOptions {
  readonly maxQueued: number;
  readonly maxQueuedMs: number;
}

interface Waiter {
  readonly timer: NodeJS.Timeout;
  readonly resolve: (admission: Admission) => void;
}

/** The few callers that wait in memory for one endpoint, for a short time. */
export class WaitQueue {
  readonly #options: WaitQueueOptions;
  readonly #waiters: Waiter[] = [];

  constructor(options: WaitQueueOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#waiters.length === 0;
  }

  get hasRoom(): boolean {
    return this.#waiters.length < this.#options.maxQueued;
  }

  /** A caller that has waited for too long gets the result of `onTimeout`. */
  add(onTimeout: () => Admission): Promise<Admission> {
    return new Promise((resolve) => {
      const waiter = {
        resolve,
        timer: setTimeout(() => {
          this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
          resolve(onTimeout());
        }, this.#options.maxQueuedMs),
      };
      this.#waiters.push(waiter);
    });
  }

  resolveFirst(admission: Admission): void {
    const first = this.#waiters.shift();
    if (!first) return;
    clearTimeout(first.timer);
    first.resolve(admission);
  }
}
