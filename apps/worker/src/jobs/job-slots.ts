import { ActiveTenants } from './active-tenants.js';
import { BacklogLimits } from './backlog-limits.js';
import { BulkLimits } from './bulk-limits.js';
import type { JobLane } from './job-lane.js';
import type { JobNeeds } from './job-needs.js';
import { LaneLoads, type LaneLoadsOptions } from './lane-loads.js';
import { isBulkLane, tenantOf } from './lanes.js';
import { SlotNeeds } from './slot-needs.js';
import type { LimitedJob } from './surplus-jobs.js';
import type { LaneJobs, WaitingJob } from './waiting-lanes.js';
import { YieldBudget } from './yield-budget.js';
import { YieldChecks } from './yield-checks.js';

/** Bulk jobs get at least one start in this many, so that they never starve. */
const startsPerBulkStart = 4;

/** How often a backlog that yields checks whether it may continue. */
const yieldCheckMs = 4;

/**
 * A delivery that takes longer than this is waiting for its receiver and hardly uses the processor, so it is no longer
 * counted.
 */
const countedDeliveryMs = 50;

export interface JobSlotsOptions extends LaneLoadsOptions {
  readonly concurrency: number;
  /** Called with the lane of each job that starts. */
  readonly onStart?: (lane: number) => void;
  readonly now?: () => number;
}

/**
 * Limits the number of jobs that run at the same time, and shares the slots fairly. Interactive jobs start before bulk
 * ones. Of the lanes that wait, the one with the fewest running jobs for its weight is next, so that a tenant with one
 * job does not wait behind the backlog of another.
 *
 * Jobs share the event loop and the processors as well as the slots. While an interactive job of a tenant with few jobs
 * runs, and for a moment after it, because its next job usually follows at once, the backlogs of other tenants start
 * nothing, and their deliveries pause between two steps. They yield for at most half of the time (`YieldBudget`), so
 * that they never starve. As long as there are such jobs, only little work of a backlog runs at a time
 * (`BacklogLimits`).
 *
 * A job for several deliveries has their number as its size. It occupies at most one slot (`SlotNeeds`), but counts as that
 * many jobs wherever lanes are compared, so that a tenant gains no share by having many subscribers.
 *
 * A job that waits for an endpoint releases its slot, so that jobs which need only the database are not delayed. Bulk jobs that
 * take long leave some slots to others (`BulkLimits`).
 */
export class JobSlots {
  readonly #concurrency: number;
  readonly #onStart: (lane: number) => void;
  readonly #loads: LaneLoads;
  readonly #active: ActiveTenants;
  readonly #budget: YieldBudget;
  readonly #limits: BacklogLimits;
  readonly #bulkLimits: BulkLimits;
  readonly #checks: YieldChecks;
  readonly #needs = new SlotNeeds(() => this.isShared);
  /** Work of jobs that have started, which yields between two steps. */
  #paused: { readonly lane: number; resume(): void }[] = [];
  #runningCount = 0;
  #interactiveInRow = 0;
  #yieldTimer: NodeJS.Timeout | undefined;

  constructor(options: JobSlotsOptions) {
    const { concurrency, onStart, now = () => performance.now() } = options;
    this.#concurrency = concurrency;
    this.#onStart = onStart ?? (() => undefined);
    this.#loads = new LaneLoads(options);
    this.#active = new ActiveTenants(now);
    this.#budget = new YieldBudget(now);
    this.#limits = new BacklogLimits(now);
    this.#bulkLimits = new BulkLimits({ concurrency, now });
    this.#checks = new YieldChecks({ loads: this.#loads, budget: this.#budget, limits: this.#limits });
  }

  /** The sum of the sizes of all waiting jobs. */
  get waitingSize(): number {
    return this.#loads.waitingSize;
  }

  /** The sum of the sizes of the waiting bulk jobs. */
  get waitingBulkSize(): number {
    return this.#loads.bulk.size;
  }

  /** Whether more than one tenant has had work lately. */
  get isShared(): boolean {
    return this.#active.areSeveral;
  }

  waitingIn(lane: number): number {
    return this.#loads.waitingLike(lane).sizeOf(lane);
  }

  /** Returns the sum of the sizes of the waiting jobs of each lane that has any. */
  waitingByLane(): (readonly [lane: number, size: number])[] {
    return this.#loads.waitingByLane();
  }

  /** Returns the lane and the task of each waiting bulk job whose task has a limit. */
  waitingLimited(): LimitedJob[] {
    return this.#loads.bulk.limited();
  }

  /** Waits for a free slot and resolves with the function that releases it; a second release has no effect. */
  acquire(
    lane: number,
    { size = 1, sharesStatement = false, ...others }: JobNeeds = {},
  ): Promise<() => void> {
    return new Promise((resolve) => {
      const job = { size, sharesStatement, ...others };
      this.#loads.waitingLike(lane).add(lane, { ...job, start: () => resolve(this.#occupy(lane, job)) });
      this.#fill();
    });
  }

  laneOf(lane: number): JobLane {
    const isShared = () => this.isShared;
    return {
      get isShared() {
        return isShared();
      },
      countDelivery: () => this.#countDelivery(lane),
      yielding: () => (this.#checks.mustPause(lane) ? this.#pause(lane) : undefined),
    };
  }

  #occupy(lane: number, job: Omit<WaitingJob, 'start'>): () => void {
    const { size } = job;
    const needsSlot = this.#needs.needsSlot(lane, job);
    const releaseSlot = needsSlot ? this.#occupySlot(lane, job) : () => undefined;
    const remove = this.#loads.running.add(lane, size);
    const finish = this.#needs.count(lane, size);
    const endCount = this.#limits.countJob(lane, size);
    this.#active.noteStart(tenantOf(lane));
    if (this.#loads.isLight(lane)) this.#limits.noteSingleJob(tenantOf(lane));
    return () => {
      if (!remove()) return;
      finish();
      endCount();
      releaseSlot();
      this.#afterWork(lane);
    };
  }

  #occupySlot(lane: number, job: JobNeeds): () => void {
    this.#runningCount += 1;
    const endCount = this.#bulkLimits.count(lane, job);
    return () => {
      this.#runningCount -= 1;
      endCount();
    };
  }

  #countDelivery(lane: number): () => void {
    const remove = this.#loads.running.add(lane, 1);
    const endCount = this.#limits.countDelivery(lane);
    const endCounting = () => {
      clearTimeout(timer);
      endCount();
      return remove();
    };
    const timer = setTimeout(() => endCounting() && this.#afterWork(lane), countedDeliveryMs).unref();
    const finish = this.#needs.count(lane, 1);
    return () => {
      const wasCounted = endCounting();
      finish();
      if (wasCounted) this.#afterWork(lane);
      else this.#fill();
    };
  }

  #afterWork(lane: number): void {
    if (this.#loads.isLight(lane)) this.#budget.expectMore(tenantOf(lane));
    this.#fill();
  }

  #pause(lane: number): Promise<void> {
    return new Promise((resume) => {
      this.#paused.push({ lane, resume });
      this.#budget.note(true);
      this.#fillLater();
    });
  }

  #resume(): void {
    if (this.#paused.length === 0) return;
    const mustPause = this.#checks.createYieldCheck();
    const paused = this.#paused;
    this.#paused = paused.filter(mustPause);
    for (const work of paused) if (!this.#paused.includes(work)) work.resume();
    this.#budget.note(this.#paused.length > 0);
    if (this.#paused.length > 0) this.#fillLater();
  }

  #fill(): void {
    this.#resume();
    while (this.#canStartAny() && this.#startNext());
  }

  #fillLater(): void {
    this.#yieldTimer ??= setTimeout(() => {
      this.#yieldTimer = undefined;
      this.#fill();
    }, yieldCheckMs).unref();
  }

  /** Returns false when no job of a lane that waits may start. */
  #startNext(): boolean {
    const mustYield = this.#checks.createYieldCheck();
    const isLimited = this.#checks.createLimitCheck();
    const yielded = { has: false, orLimited: false };
    const next = this.#next((waiting) => {
      if (!this.#findStartable(waiting)) return true;
      const isYielding = mustYield(waiting);
      const mustWait = isYielding || isLimited(waiting);
      yielded.has ||= isYielding;
      yielded.orLimited ||= mustWait;
      return mustWait;
    });
    this.#budget.note(yielded.has || this.#paused.length > 0);
    const job = next && this.#findStartable(next);
    if (next === undefined || job === undefined) {
      // Any other job waits for the end of a running one.
      if (yielded.orLimited) this.#fillLater();
      return false;
    }
    const { lane } = next;
    this.#interactiveInRow = isBulkLane(lane) ? 0 : this.#interactiveInRow + 1;
    this.#loads.waitingLike(lane).take(next, job);
    job.start();
    this.#onStart(lane);
    return true;
  }

  /** When it is the turn of bulk jobs, they do not yield: otherwise a steady trickle of single jobs would stop them. */
  #next(mustWait: (waiting: LaneJobs) => boolean): LaneJobs | undefined {
    const { interactive, bulk } = this.#loads;
    const isBulkNext = this.#interactiveInRow >= startsPerBulkStart - 1;
    if (isBulkNext)
      return bulk.next((waiting) => !this.#findStartable(waiting)) ?? interactive.next(mustWait);
    return interactive.next(mustWait) ?? bulk.next(mustWait);
  }

  get #hasSlot(): boolean {
    return this.#runningCount < this.#concurrency;
  }

  #canStartAny(): boolean {
    if (this.#hasSlot) return this.waitingSize > 0;
    return !this.isShared && this.#loads.some((waiting) => this.#findStartable(waiting) !== undefined);
  }

  #findStartable({ lane, jobs }: LaneJobs): WaitingJob | undefined {
    const [first] = jobs;
    if (first && !this.#needs.needsSlot(lane, first)) return first;
    return this.#hasSlot ? this.#bulkLimits.firstAllowed(lane, jobs) : undefined;
  }
}
