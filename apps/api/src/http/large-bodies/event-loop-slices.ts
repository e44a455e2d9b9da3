/** Long work pauses after this time, so that it delays other requests only a little. */
const sliceMs = 5;

/** The works that wait for their next slice. */
const waiting: (() => void)[] = [];

/**
 * Divides long work into slices. In each turn of the event loop, at most one slice of all works runs: with a slice of each,
 * ten large bodies at a time would delay other requests as much as one that is processed at once.
 */
export class EventLoopSlices {
  #startedAt = performance.now();

  get isSliceOver(): boolean {
    return performance.now() - this.#startedAt >= sliceMs;
  }

  /** Resolves when the next slice may run. */
  async next(): Promise<void> {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(startNext);
    });
    this.#startedAt = performance.now();
  }
}

function startNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(startNext);
}
