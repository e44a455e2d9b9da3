/** Bulk jobs get at least one start in this many, so that they never starve. */
const startsPerBulkStart = 4;

/** A lane with more waiting jobs than this has a backlog. */
const backlogSize = 8;

/**
 * Limits the number of jobs that run at the same time, and shares the slots fairly. Interactive jobs start before bulk
 * ones. Of the lanes that wait, the one with the fewest running jobs is next, in turn among equals, so that a tenant with one job
 * does not wait behind the backlog of another. While a tenant's only interactive job runs, the backlog of another tenant gets
 * a fifth of the slots: jobs share the processor as well, and with all slots the backlog would take it.
 *
 * A job that waits for an endpoint releases its slot, so that jobs which need only the database are not delayed.
 */
export class JobSlots {
  readonly #concurrency: number;
  readonly #slotsBesideOthers: number;
  readonly #onStart: (lane: number) => void;
  readonly #interactive: Lanes = new Map();
  readonly #bulk: Lanes = new Map();
  readonly #running = new Map<number, number>();
  #runningCount = 0;
  #waitingCount = 0;
  #interactiveInRow = 0;

  /** `onStart` is called with the lane of each job that had to wait. */
  constructor(concurrency: number, onStart: (lane: number) => void = () => undefined) {
    this.#concurrency = concurrency;
    this.#slotsBesideOthers = Math.max(1, Math.floor(concurrency / 5));
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
    while (this.#runningCount < this.#concurrency && this.#waitingCount > 0 && this.#startNext());
  }

  /** Returns false when no waiting lane may use a free slot. */
  #startNext(): boolean {
    const [first, second] = this.#inOrder();
    const next = this.#leastRunning(first) ?? this.#leastRunning(second);
    if (next === undefined) return false;
    const [lane, waiting] = next;
    this.#interactiveInRow = isBulkLane(lane) ? 0 : this.#interactiveInRow + 1;
    const start = waiting.shift();
    // The lane goes to the end of the order.
    const lanes = this.#lanesOf(lane);
    lanes.delete(lane);
    if (waiting.length > 0) lanes.set(lane, waiting);
    this.#waitingCount -= 1;
    this.#runningCount += 1;
    this.#running.set(lane, (this.#running.get(lane) ?? 0) + 1);
    start?.();
    this.#onStart(lane);
    return true;
  }

  #inOrder(): readonly [Lanes, Lanes] {
    const isBulkNext = this.#interactiveInRow >= startsPerBulkStart - 1;
    return isBulkNext ? [this.#bulk, this.#interactive] : [this.#interactive, this.#bulk];
  }

  #leastRunning(lanes: Lanes): readonly [number, (() => void)[]] | undefined {
    let best: readonly [number, (() => void)[]] | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const entry of lanes) {
      const [lane, waiting] = entry;
      const running = this.#running.get(lane) ?? 0;
      if (running >= fewest || (waiting.length > backlogSize && this.#leavesRoom(lane, running))) continue;
      best = entry;
      fewest = running;
      if (running === 0) break;
    }
    return best;
  }

  /**
   * Whether a lane with a backlog must leave the remaining slots free, because the only interactive job of another
   * tenant runs.
   */
  #leavesRoom(backlog: number, running: number): boolean {
    if (running < this.#slotsBesideOthers) return false;
    for (const lane of this.#running.keys()) {
      const isOnlyJob = !isBulkLane(lane) && !this.#interactive.has(lane);
      if (isOnlyJob && tenantOf(lane) !== tenantOf(backlog)) return true;
    }
    return false;
  }

  #lanesOf(lane: number): Lanes {
    return isBulkLane(lane) ? this.#bulk : this.#interactive;
  }
}

/** Functions that start the waiting jobs of each lane; the lane whose turn is next comes first. */
type Lanes = Map<number, (() => void)[]>;

/** The interactive and the bulk lane of a tenant come from one hash. */
function tenantOf(lane: number): number {
  return isBulkLane(lane) ? lane : -2 - lane;
}

/** The priority of a job is its lane (`installJobLanes` of the database). */
export function isBulkLane(lane: number): boolean {
  return lane >= 0;
}
