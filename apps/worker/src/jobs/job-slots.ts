/** Bulk jobs get at least one start in this many, so that they never starve. */
const startsPerBulkStart = 4;

/**
 * Limits the number of jobs that run at the same time, and shares the slots fairly. Interactive jobs start before bulk
 * ones. Of the lanes that wait, the one with the fewest running jobs is next, in turn among equals, so that a tenant with one job
 * does not wait behind the backlog of another.
 *
 * A job that waits for an endpoint releases its slot, so that jobs which need only the database are not delayed.
 */
export class JobSlots {
  readonly #concurrency: number;
  readonly #onStart: (lane: number) => void;
  readonly #interactive = new Map<number, (() => void)[]>();
  readonly #bulk = new Map<number, (() => void)[]>();
  readonly #running = new Map<number, number>();
  #runningCount = 0;
  #waitingCount = 0;
  #interactiveInRow = 0;

  /** `onStart` is called with the lane of each job that had to wait. */
  constructor(concurrency: number, onStart: (lane: number) => void = () => undefined) {
    this.#concurrency = concurrency;
    this.#onStart = onStart;
  }

  get waitingCount(): number {
    return this.#waitingCount;
  }

  waitingIn(lane: number): number {
    return this.#lanesOf(lane).get(lane)?.length ?? 0;
  }

  /** The number of waiting jobs of each lane that has any. */
  waitingByLane(): (readonly [lane: number, count: number])[] {
    return [...this.#interactive, ...this.#bulk].map(([lane, waiting]) => [lane, waiting.length]);
  }

  /** Waits for a free slot and resolves with the function that releases it; a second release has no effect. */
  acquire(lane: number): Promise<() => void> {
    return new Promise((resolve) => {
      const lanes = this.#lanesOf(lane);
      const start = () => resolve(this.#start(lane));
      const waiting = lanes.get(lane);
      if (waiting) waiting.push(start);
      else lanes.set(lane, [start]);
      this.#waitingCount += 1;
      this.#fill();
    });
  }

  #start(lane: number): () => void {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#runningCount -= 1;
      const others = (this.#running.get(lane) ?? 1) - 1;
      if (others === 0) this.#running.delete(lane);
      else this.#running.set(lane, others);
      this.#fill();
    };
  }

  #fill(): void {
    while (this.#runningCount < this.#concurrency && this.#waitingCount > 0) this.#startNext();
  }

  #startNext(): void {
    const lanes = this.#nextLanes();
    const [lane, waiting] = this.#leastRunning(lanes);
    const start = waiting.shift();
    // The lane goes to the end of the order.
    lanes.delete(lane);
    if (waiting.length > 0) lanes.set(lane, waiting);
    this.#waitingCount -= 1;
    this.#runningCount += 1;
    this.#running.set(lane, (this.#running.get(lane) ?? 0) + 1);
    start?.();
    this.#onStart(lane);
  }

  #nextLanes(): Map<number, (() => void)[]> {
    const isBulkNext =
      this.#interactive.size === 0 ||
      (this.#bulk.size > 0 && this.#interactiveInRow >= startsPerBulkStart - 1);
    this.#interactiveInRow = isBulkNext ? 0 : this.#interactiveInRow + 1;
    return isBulkNext ? this.#bulk : this.#interactive;
  }

  #leastRunning(lanes: Map<number, (() => void)[]>): readonly [number, (() => void)[]] {
    let best: readonly [number, (() => void)[]] | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const entry of lanes) {
      const running = this.#running.get(entry[0]) ?? 0;
      if (running >= fewest) continue;
      best = entry;
      fewest = running;
      if (running === 0) break;
    }
    if (best === undefined) throw new Error('No job waits for a slot.');
    return best;
  }

  #lanesOf(lane: number): Map<number, (() => void)[]> {
    return isBulkLane(lane) ? this.#bulk : this.#interactive;
  }
}

/** The priority of a job is its lane (`installJobLanes` of the database). */
export function isBulkLane(lane: number): boolean {
  return lane >= 0;
}
