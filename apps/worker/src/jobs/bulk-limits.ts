import type { JobNeeds } from './job-needs.js';
import { isBulkLane, tenantOf } from './lanes.js';

/** A bulk job that has run for this time counts as long. Most jobs of a campaign take a few milliseconds. */
const longAfterMs = 250;

/** Long bulk jobs leave this many slots to other jobs. */
const keptSlots = 2;

type LimitedNeeds = Pick<JobNeeds, 'mayTakeLong' | 'taskLimit'>;

interface RunningBulkJob extends LimitedNeeds {
  readonly tenant: number;
  readonly startedAtMs: number;
}

/**
 * Keeps slots free of bulk jobs that take long, because a job that has started is never interrupted: otherwise ten erasures of
 * one tenant would occupy all slots, and a message of another tenant would wait for one of them to end. Long bulk jobs use all
 * slots but two, and those of one tenant leave one more to other tenants.
 *
 * A job counts as long from its start if its task can take long, and otherwise once it has run for a while. Short bulk jobs use
 * all slots until as many long ones run as may. Then they leave one slot free, because they can turn out to be long too. A
 * worker with two slots is an exception: a short job starts beside a long one, since it would otherwise wait for its end.
 *
 * A task can have a limit of its own, of which one tenant leaves one to others in the same way.
 */
export class BulkLimits {
  readonly #mostLong: number;
  /** The number of bulk jobs beside which a short one still starts when no further long one may. */
  readonly #mostBeside: number;
  readonly #now: () => number;
  readonly #running = new Set<RunningBulkJob>();

  constructor({ concurrency, now }: { readonly concurrency: number; readonly now: () => number }) {
    this.#mostLong = Math.max(1, concurrency - keptSlots);
    this.#mostBeside = Math.max(2, concurrency - 1);
    this.#now = now;
  }

  /** Returns the first of the jobs that may start now. */
  firstAllowed<Job extends LimitedNeeds>(lane: number, jobs: readonly Job[]): Job | undefined {
    if (!isBulkLane(lane)) return jobs[0];
    const tenant = tenantOf(lane);
    const hasRoom = this.#hasRoom(this.#mostLong, tenant, (job) => this.#isLong(job));
    if (!hasRoom && !this.#hasRoomBeside(tenant)) return undefined;
    // Short jobs that turned out to be long must not keep out those that can take long, which would never get their turn.
    const mayStartLong = this.#hasRoom(this.#mostLong, tenant, (job) => job.mayTakeLong === true);
    return jobs.find(({ mayTakeLong, taskLimit }) => {
      if (mayTakeLong === true && !mayStartLong) return false;
      if (taskLimit === undefined) return true;
      return this.#hasRoom(taskLimit.most, tenant, (job) => job.taskLimit?.task === taskLimit.task);
    });
  }

  /** Counts a bulk job as running until the returned function is called. */
  count(lane: number, { mayTakeLong, taskLimit }: LimitedNeeds): () => void {
    if (!isBulkLane(lane)) return () => undefined;
    const job = { mayTakeLong, taskLimit, tenant: tenantOf(lane), startedAtMs: this.#now() };
    this.#running.add(job);
    return () => this.#running.delete(job);
  }

  #hasRoom(most: number, tenant: number, isCounted: (job: RunningBulkJob) => boolean): boolean {
    const { all, ofTenant } = this.#countRunning(tenant, isCounted);
    return all < most && ofTenant < Math.max(1, most - 1);
  }

  /** With two slots for bulk jobs, one tenant may use both: its short jobs would otherwise wait for its long one. */
  #hasRoomBeside(tenant: number): boolean {
    const { all, ofTenant } = this.#countRunning(tenant, () => true);
    return all < this.#mostBeside && ofTenant < Math.max(2, this.#mostBeside - 1);
  }

  #countRunning(tenant: number, isCounted: (job: RunningBulkJob) => boolean) {
    let all = 0;
    let ofTenant = 0;
    for (const job of this.#running) {
      if (!isCounted(job)) continue;
      all += 1;
      if (job.tenant === tenant) ofTenant += 1;
    }
    return { all, ofTenant };
  }

  #isLong({ mayTakeLong, startedAtMs }: RunningBulkJob): boolean {
    return mayTakeLong === true || this.#now() - startedAtMs >= longAfterMs;
  }
}
