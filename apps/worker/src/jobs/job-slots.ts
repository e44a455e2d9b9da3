import { type LaneJobs, WaitingLanes } from './waiting-lanes.js';
import { YieldBudget } from './yield-budget.js';

/** Bulk jobs get at least one start in this many, so that they never starve. */
const startsPerBulkStart = 4;

/** A lane with more waiting jobs than this has a backlog, but not if they are the deliveries of one job. */
const backlogSize = 8;

/** A lane with no more jobs than this, running ones included, is light: other tenants' backlogs yield to it. */
const lightSize = 4;

/** How often a backlog that yields checks whether it may continue. */
const yieldCheckMs = 4;

/** How long a tenant counts as active after its latest job began. */
const activeMs = 1_000;

export interface JobSlotsOptions {
  readonly concurrency: number;
  /** Called with the lane of each job that had to wait. */
  readonly onStart?: (lane: number) => void;
  /** The share of a lane compared with others; the default is 1 for all. */
  readonly weightOf?: (lane: number) => number;
  readonly now?: () => number;
}

/**
 * Limits the number of jobs that run at the same time, and shares the slots fairly. Interactive jobs start before bulk
 * ones. Of the lanes that wait, the one with the fewest running jobs for its weight is next, so that a tenant with one
 * job does not wait behind the backlog of another.
 *
 * Jobs share the processor as well as the slots. While an interactive job of a tenant with few jobs runs, and for a moment
 * after it, because its next job usually follows at once, the backlogs of other tenants start nothing. They yield
 * for at most half of the time (`YieldBudget`), so that they never starve.
 *
 * A job for several deliveries has their number as its size. It occupies one slot, but counts as that many jobs wherever
 * lanes are compared, so that a tenant gains no share by having many subscribers.
 *
 * A job that waits for an endpoint releases its slot, so that jobs which need only the database are not delayed.
 */
export class JobSlots {
  readonly #concurrency: number;
  readonly #onStart: (lane: number) => void;
  readonly #interactive: WaitingLanes;
  readonly #bulk: WaitingLanes;
  /** The sum of the sizes of the running jobs of each lane. */
  readonly #running = new Map<number, number>();
  readonly #budget: YieldBudget;
  /** When the latest job of each tenant began. */
  readonly #active = new Map<number, number>();
  readonly #now: () => number;
  #runningCount = 0;
  #interactiveInRow = 0;
  #yieldTimer: NodeJS.Timeout | undefined;

  constructor(options: JobSlotsOptions) {
    const { concurrency, onStart, weightOf = () => 1, now = () => performance.now() } = options;
    this.#now = now;
    this.#concurrency = concurrency;
    this.#onStart = onStart ?? (() => undefined);
    const runningIn = (lane: number) => this.#running.get(lane) ?? 0;
    this.#interactive = new WaitingLanes({ runningIn, weightOf });
    this.#bulk = new WaitingLanes({ runningIn, weightOf });
    this.#budget = new YieldBudget(now);
  }

  /** The sum of the sizes of all waiting jobs. */
  get waitingSize(): number {
    return this.#interactive.size + this.#bulk.size;
  }

  /** Whether more than one tenant has had work lately. */
  get isShared(): boolean {
    const nowMs = this.#now();
    for (const [tenant, atMs] of this.#active) if (nowMs - atMs > activeMs) this.#active.delete(tenant);
    return this.#active.size > 1;
  }

  waitingIn(lane: number): number {
    return this.#lanesOf(lane).sizeOf(lane);
  }

  /** The sum of the sizes of the waiting jobs of each lane that has any. */
  waitingByLane(): (readonly [lane: number, size: number])[] {
    return [...this.#interactive.sizes(), ...this.#bulk.sizes()];
  }

  /** Waits for a free slot and resolves with the function that releases it; a second release has no effect. */
  acquire(lane: number, size = 1): Promise<() => void> {
    return new Promise((resolve) => {
      this.#lanesOf(lane).add(lane, { size, start: () => resolve(this.#createRelease(lane, size)) });
      this.#fill();
    });
  }

  #createRelease(lane: number, size: number): () => void {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#runningCount -= 1;
      const others = (this.#running.get(lane) ?? size) - size;
      if (others === 0) this.#running.delete(lane);
      else this.#running.set(lane, others);
      if (this.#isLight(lane)) this.#budget.expectMore(tenantOf(lane));
      this.#fill();
    };
  }

  #fill(): void {
    while (this.#runningCount < this.#concurrency && this.waitingSize > 0) {
      if (this.#startNext()) continue;
      this.#yieldTimer ??= setTimeout(() => {
        this.#yieldTimer = undefined;
        this.#fill();
      }, yieldCheckMs).unref();
      return;
    }
  }

  /** Returns false when every lane that waits has to yield. */
  #startNext(): boolean {
    const mustYield = this.#createYieldCheck();
    let hasYielded = false;
    const next = this.#next((waiting) => {
      const isYielding = mustYield(waiting);
      hasYielded ||= isYielding;
      return isYielding;
    });
    this.#budget.note(hasYielded);
    if (next === undefined) return false;
    const { lane } = next;
    this.#interactiveInRow = isBulkLane(lane) ? 0 : this.#interactiveInRow + 1;
    const job = this.#lanesOf(lane).take(next);
    this.#runningCount += 1;
    this.#running.set(lane, (this.#running.get(lane) ?? 0) + (job?.size ?? 1));
    this.#active.set(tenantOf(lane), this.#now());
    job?.start();
    this.#onStart(lane);
    return true;
  }

  /** When it is the turn of bulk jobs, they do not yield: otherwise a steady trickle of single jobs would stop them. */
  #next(mustYield: (waiting: LaneJobs) => boolean): LaneJobs | undefined {
    const isBulkNext = this.#interactiveInRow >= startsPerBulkStart - 1;
    if (isBulkNext) return this.#bulk.next(() => false) ?? this.#interactive.next(mustYield);
    return this.#interactive.next(mustYield) ?? this.#bulk.next(mustYield);
  }

  #createYieldCheck(): (waiting: LaneJobs) => boolean {
    if (this.#budget.isSpent) return () => false;
    const light = new Set(this.#budget.expected());
    for (const lane of this.#running.keys()) if (this.#isLight(lane)) light.add(tenantOf(lane));
    if (light.size === 0) return () => false;
    return ({ lane, jobs, size }) =>
      jobs.length > 1 && size > backlogSize && (light.size > 1 || !light.has(tenantOf(lane)));
  }

  /**
   * Whether the lane has a few interactive jobs. A busy lane may have just as few waiting jobs between two claims, but
   * more running ones.
   */
  #isLight(lane: number): boolean {
    if (isBulkLane(lane)) return false;
    return this.#interactive.sizeOf(lane) + (this.#running.get(lane) ?? 0) <= lightSize;
  }

  #lanesOf(lane: number): WaitingLanes {
    return isBulkLane(lane) ? this.#bulk : this.#interactive;
  }
}

/** The interactive and the bulk lane of a tenant come from one hash. */
export function tenantOf(lane: number): number {
  return isBulkLane(lane) ? lane : -2 - lane;
}

/**
 * Whether a lane holds bulk work. Such lanes are 0 and above; the priority of a job is its lane (`installJobLanes`).
 */
export function isBulkLane(lane: number): boolean {
  return lane >= 0;
}
