/** The waiting jobs of a lane, as functions that start them. */
export interface LaneJobs {
  readonly lane: number;
  readonly jobs: (() => void)[];
  /** Grows with every start; a greater weight makes it grow more slowly. The lane with the smallest turn is next. */
  readonly turn: number;
}

export interface WaitingLanesOptions {
  readonly runningIn: (lane: number) => number;
  readonly weightOf: (lane: number) => number;
}

/** Jobs of one class that wait in their lanes, which take weighted turns. */
export class WaitingLanes {
  readonly #options: WaitingLanesOptions;
  readonly #lanes = new Map<number, LaneJobs>();
  #jobCount = 0;
  /** The turn of the latest start. A new lane begins here, so that it cannot use earlier turns later. */
  #turn = 0;

  constructor(options: WaitingLanesOptions) {
    this.#options = options;
  }

  get jobCount(): number {
    return this.#jobCount;
  }

  countIn(lane: number): number {
    return this.#lanes.get(lane)?.jobs.length ?? 0;
  }

  counts(): (readonly [lane: number, count: number])[] {
    return [...this.#lanes.values()].map(({ lane, jobs }) => [lane, jobs.length]);
  }

  add(lane: number, start: () => void): void {
    const known = this.#lanes.get(lane);
    if (known) known.jobs.push(start);
    else this.#lanes.set(lane, { lane, jobs: [start], turn: this.#turn });
    this.#jobCount += 1;
  }

  /** The lane that is next, of those that need not yield. */
  next(mustYield: (waiting: LaneJobs) => boolean): LaneJobs | undefined {
    let best: LaneJobs | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const waiting of this.#lanes.values()) {
      const running = this.#options.runningIn(waiting.lane) / this.#options.weightOf(waiting.lane);
      const isBefore = running < fewest || (running === fewest && waiting.turn < (best?.turn ?? 0));
      if (!isBefore || mustYield(waiting)) continue;
      best = waiting;
      fewest = running;
    }
    return best;
  }

  /** Removes the first job of the lane, and moves the lane back in the order. */
  take({ lane, jobs, turn }: LaneJobs): (() => void) | undefined {
    const start = jobs.shift();
    this.#jobCount -= 1;
    this.#turn = Math.max(this.#turn, turn);
    // The lane goes to the end of those with the same turn.
    this.#lanes.delete(lane);
    if (jobs.length > 0) this.#lanes.set(lane, { lane, jobs, turn: turn + 1 / this.#options.weightOf(lane) });
    return start;
  }
}
