import type { BodyShare } from '../limits/body-budget.js';

/**
 * Counts the bytes of a form that are in memory: those that have arrived, without those of files that were stored or
 * discarded. So a text counts from its first byte, before the parser emits it.
 */
export class FormBytes {
  readonly #share: Pick<BodyShare, 'hold'>;
  /** The bytes that have arrived and not passed. */
  #present = 0;
  /** The most that were ever present. A share does not shrink. */
  #held = 0;
  #isClosed = false;

  constructor(share: Pick<BodyShare, 'hold'>) {
    this.#share = share;
  }

  /** Throws `service_unavailable` if the bytes exceed the budget. */
  arrive(bytes: number): void {
    this.#present += bytes;
    const more = this.#present - this.#held;
    if (more <= 0 || this.#isClosed) return;
    this.#held += more;
    this.#share.hold(more);
  }

  /** Call it for bytes that do not stay in memory. */
  pass(bytes: number): void {
    this.#present -= bytes;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** What arrives later is discarded, and the share may have been released. */
  close(): void {
    this.#isClosed = true;
  }
}
