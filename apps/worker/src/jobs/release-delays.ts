/** A released job is due again after at least a second, and the released jobs of a lane at most at this rate. */
const minSeconds = 1;
const jobsPerSecond = 100;
const maxSeconds = 60;

/**
 * Decides when the surplus of a lane is due again. With a fixed time, thousands of waiting exports would be claimed and
 * released again every second, so the time grows with the number of jobs that the lane has released lately.
 */
export class ReleaseDelays {
  readonly #now: () => number;
  /** For each lane, the number of released jobs, which falls by the rate. There are at most as many entries as lanes. */
  readonly #released = new Map<number, { readonly jobs: number; readonly atMs: number }>();

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Counts a released job, and returns after how many seconds it is due again. */
  next(lane: number): number {
    const atMs = this.#now();
    const before = this.#released.get(lane) ?? { jobs: 0, atMs };
    const due = ((atMs - before.atMs) / 1_000) * jobsPerSecond;
    const jobs = Math.max(0, before.jobs - due) + 1;
    this.#released.set(lane, { jobs, atMs });
    return Math.min(maxSeconds, Math.max(minSeconds, jobs / jobsPerSecond));
  }
}
