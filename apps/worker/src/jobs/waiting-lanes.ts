import type { JobNeeds } from './job-needs.js';
import type { LimitedJob } from './surplus-jobs.js';

/** A job that waits for a slot. */
export interface WaitingJob extends JobNeeds {
  /** The number of deliveries, or 1 for any other job. */
  readonly size: number;
  readonly sharesStatement: boolean;
  start(): void;
}

/** The waiting jobs of a lane. */
export interface LaneJobs {
  readonly lane: number;
  readonly jobs: WaitingJob[];
  /** The sum of the sizes of the jobs. */
  readonly size: number;
  /**
   * This number grows with every start by the size of the job; a greater weight makes it grow more slowly. The lane
   * with the smallest number is next.
   */
  readonly turn: number;
  /** Like `turn`, but each start counts as one, whatever its size. */
  readonly starts: number;
}

export interface WaitingLanesOptions {
  readonly runningIn: (lane: number) => number;
  readonly weightOf: (lane: number) => number;
}

/** Jobs of one class that wait in their lanes, which take weighted turns. */
export class WaitingLanes {
  readonly #options: WaitingLanesOptions;
  readonly #lanes = new Map<number, LaneJobs>();
  #size = 0;
  /**
   * The turn of the latest start. A new lane begins with this value, so that it does not catch up on turns from before
   * it existed.
   */
  #turn = 0;
  #starts = 0;

  constructor(options: WaitingLanesOptions) {
    this.#options = options;
  }

  /** The sum of the sizes of all jobs. */
  get size(): number {
    return this.#size;
  }

  sizeOf(lane: number): number {
    return this.#lanes.get(lane)?.size ?? 0;
  }

  get(lane: number): LaneJobs | undefined {
    return this.#lanes.get(lane);
  }

  /**
   * Returns how many starts the lane is behind the lane that started last; 0 if nothing waits in it. Starts are counted by their
   * size and one by one, and the smaller number counts: neither a single job for many deliveries of another lane nor the size
   * of its own jobs makes a lane late.
   */
  lagOf(lane: number): number {
    const waiting = this.#lanes.get(lane);
    return waiting ? Math.min(this.#turn - waiting.turn, this.#starts - waiting.starts) : 0;
  }

  sizes(): (readonly [lane: number, size: number])[] {
    return [...this.#lanes.values()].map(({ lane, size }) => [lane, size]);
  }

  add(lane: number, job: WaitingJob): void {
    const known: LaneJobs = this.#lanes.get(lane) ?? {
      lane,
      jobs: [],
      size: 0,
      turn: this.#turn,
      starts: this.#starts,
    };
    known.jobs.push(job);
    this.#lanes.set(lane, { ...known, size: known.size + job.size });
    this.#size += job.size;
  }

  /** Returns the lane and the task of each job whose task has a limit. */
  limited(): LimitedJob[] {
    return [...this.#lanes.values()].flatMap(({ lane, jobs }) =>
      jobs.flatMap(({ taskLimit }) => (taskLimit ? [{ lane, task: taskLimit.task }] : [])),
    );
  }

  some(matches: (waiting: LaneJobs) => boolean): boolean {
    for (const waiting of this.#lanes.values()) if (matches(waiting)) return true;
    return false;
  }

  /** Returns the lane that is next, of those that need not yield. */
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

  /** Removes a job of the lane, and moves the lane back in the order. */
  take({ lane, jobs, size, turn, starts }: LaneJobs, job: WaitingJob): void {
    jobs.splice(jobs.indexOf(job), 1);
    this.#size -= job.size;
    this.#turn = Math.max(this.#turn, turn);
    this.#starts = Math.max(this.#starts, starts);
    // The lane goes to the end of those with the same turn.
    this.#lanes.delete(lane);
    if (jobs.length > 0) {
      const weight = this.#options.weightOf(lane);
      const next = { turn: turn + job.size / weight, starts: starts + 1 / weight };
      this.#lanes.set(lane, { lane, jobs, size: size - job.size, ...next });
    }
  }
}
