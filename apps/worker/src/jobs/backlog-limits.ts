import { RunningSizes } from './running-sizes.js';

/** How long backlogs are limited after the latest single job of another tenant. */
const limitedMs = 1_000;

/**
 * While backlogs are limited, they start no more work when this much of their work runs in the worker, because a single
 * job that arrives has to wait for running work: for the event loop, and for the processors that the database needs.
 */
const most = { jobs: 1, size: 10 };

/**
 * A job that takes longer than this is no longer counted. Otherwise a few jobs that take minutes would stop every
 * backlog.
 */
const countedJobMs = 1_000;

/** Limits how much work of a backlog runs at a time while other tenants have single jobs. */
export class BacklogLimits {
  readonly #now: () => number;
  readonly #jobs = new RunningSizes();
  readonly #sizes = new RunningSizes();
  /** The two tenants with the latest single jobs, the latest first. */
  #latest: readonly { readonly tenant: number; readonly atMs: number }[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  noteSingleJob(tenant: number): void {
    const other = this.#latest.find((seen) => seen.tenant !== tenant);
    this.#latest = [{ tenant, atMs: this.#now() }, ...(other ? [other] : [])];
  }

  /** Counts a job as running until the returned function is called, or for a second if it takes long. */
  countJob(lane: number, size: number): () => void {
    const removals = [this.#jobs.add(lane, 1), this.#sizes.add(lane, size)];
    const end = () => {
      clearTimeout(timer);
      for (const remove of removals) remove();
    };
    const timer = setTimeout(end, countedJobMs).unref();
    return end;
  }

  /** Counts a delivery as running until the returned function is called. */
  countDelivery(lane: number): () => void {
    return this.#sizes.add(lane, 1);
  }

  /** Whether so much work of the selected backlogs runs that they have to wait. */
  isReached(isBacklog: (lane: number) => boolean): boolean {
    return this.#jobs.sumOf(isBacklog) >= most.jobs || this.#sizes.sumOf(isBacklog) >= most.size;
  }

  /** Whether another tenant had a single job lately. */
  applyTo(tenant: number): boolean {
    const other = this.#latest.find((seen) => seen.tenant !== tenant);
    return other !== undefined && this.#now() - other.atMs < limitedMs;
  }
}
