import type { Job } from 'graphile-worker';
import { sizeOf } from './job-size.js';
import { JobSlots } from './job-slots.js';
import { LaneWeights } from './lane-weights.js';
import { isBulkLane } from './lanes.js';
import { ReleaseDelays } from './release-delays.js';
import { type ClaimedJob, findSurplus } from './surplus-jobs.js';

/** The part of the local queue of graphile-worker that a claim needs: its workers that wait for a job. */
export interface LocalQueue {
  readonly workerQueue: readonly unknown[];
  pulse(count: number): void;
}

/** The parameters of our claim, which replaces the claim of the queue. */
export interface ClaimPlan {
  readonly values: readonly unknown[];
  /** The numbers of interactive and of bulk jobs to claim. */
  readonly wanted: readonly [number, number];
  readonly held: ReadonlyMap<number, number>;
  readonly mostHeld: number;
}

export interface FairClaimsOptions {
  readonly concurrency: number;
  /** The names of the tasks with a limit; the default is none. */
  readonly limitedTasks?: readonly string[];
  /** The lanes whose share differs from the share of other lanes; the default is none. */
  readonly weights?: LaneWeights;
}

/**
 * For each unit of the weight of a lane, a worker holds at most this many of its jobs that have not begun. When only
 * one lane has jobs, it may hold more, because a large claim costs little more than a small one.
 */
const maxHeld = 64;
const maxHeldAlone = 112;

/** This many jobs that have not begun are held in all. */
const maxWaiting = 138;

/** This many workers are kept free for lanes with few jobs, no matter how many lanes have a backlog. */
const reserve = 24;
const fewHeld = 4;

/** This many bulk jobs are held, so that interactive jobs are claimed even while all of these wait for long ones. */
const maxBulkWaiting = maxWaiting - reserve / 2;

/** The share of the free workers that bulk jobs get while interactive jobs wait as well. */
const bulkShare = 1 / 4;

/** A claim for a few jobs costs as much as one for many, so it waits until this many workers are free. */
const worthwhile = 32;
const fewInLane = 8;

/**
 * While several tenants are active, a claim takes no more jobs than this: a job of another tenant that arrives during a
 * claim waits for the next claim.
 */
const claimSize = 21;

/** The first claim of a burst takes the jobs of an event with fifty subscribers at once. */
const burstSize = 80;

/** The first lane of interactive jobs and the first lane of bulk jobs (`installJobLanes`). */
const firstLanes = [-32_768, 0] as const;
const lanesPerClass = 32_767;

/**
 * Claims jobs from the lanes of all tenants in turn, and no more than there are waiting workers: a job that is claimed
 * too early would be ahead of the next tenant's job. The remaining jobs are claimed when jobs of this process start.
 */
export class FairClaims {
  readonly slots: JobSlots;
  #queue: LocalQueue | undefined;
  /** The lane where the last claim of each class ended. */
  #endedAt: readonly [number, number] = [firstLanes[0] - 1, firstLanes[1] - 1];
  /** Lanes that had more jobs than the last claim returned. */
  readonly #more = new Set<number>();
  /** Whether no worker was free for the last claim. */
  #isMissed = false;
  readonly #concurrency: number;

  readonly #weights: LaneWeights;
  readonly #limitedTasks: readonly string[];
  readonly #delays = new ReleaseDelays();

  constructor({ concurrency, weights = new LaneWeights(), limitedTasks = [] }: FairClaimsOptions) {
    this.#limitedTasks = limitedTasks;
    this.#concurrency = concurrency;
    this.#weights = weights;
    const weightOf = (lane: number) => weights.of(lane);
    this.slots = new JobSlots({
      concurrency,
      weightOf,
      onStart: (lane) => this.#refill(lane),
      hasMore: (lane) => this.#more.has(lane),
    });
  }

  /** A restarted queue replaces the previous one. */
  follow(queue: LocalQueue): void {
    this.#queue = queue;
  }

  /** Undefined when no worker is free. */
  plan(poolId: unknown, taskIds: unknown): ClaimPlan | undefined {
    const free = this.#countFree();
    this.#isMissed = free === 0;
    if (this.#isMissed) return undefined;
    const room = Math.min(free, this.#maxClaim());
    const bulkRoom = Math.max(0, maxBulkWaiting - this.slots.waitingBulkSize);
    const bulk = Math.min(bulkRoom, Math.max(1, Math.floor(room * bulkShare)));
    const wanted = [Math.max(1, room - bulk), bulk] as const;
    const held = this.slots.waitingByLane();
    const mostHeld = free <= reserve ? fewHeld : this.slots.isShared ? maxHeld : maxHeldAlone;
    const values = [poolId, taskIds, wanted, this.#endedAt, ...columns(held), mostHeld];
    return {
      values: [...values, ...columns(this.#weights.entries()), this.#limitedTasks],
      wanted,
      held: new Map(held),
      mostHeld,
    };
  }

  /** Most workers of the queue are for jobs that wait for an endpoint. */
  #countFree(): number {
    const free = this.#queue?.workerQueue.length ?? 0;
    return Math.max(0, Math.min(free, maxWaiting - this.slots.waitingSize));
  }

  #maxClaim(): number {
    if (this.slots.isShared) return claimSize;
    // The first jobs of a burst start while the next claim fetches the others.
    return this.slots.waitingSize === 0 ? burstSize : Number.POSITIVE_INFINITY;
  }

  record(plan: ClaimPlan, jobs: readonly Pick<Job, 'priority' | 'payload'>[]): void {
    const claimed = [new Map<number, number>(), new Map<number, number>()] as const;
    for (const { priority: lane, payload } of jobs) {
      const sizes = claimed[classOf(lane)];
      sizes.set(lane, (sizes.get(lane) ?? 0) + sizeOf(payload));
    }
    this.#endedAt = [
      lastInTurn([...claimed[0].keys()], this.#endedAt[0]),
      lastInTurn([...claimed[1].keys()], this.#endedAt[1]),
    ];
    this.#noteMore(plan, claimed);
  }

  /** Returns the claimed jobs to release, each with the seconds after which it is due again. */
  surplusOf<Claimed extends ClaimedJob>(claimed: readonly Claimed[]): Map<Claimed, number> {
    const surplus = findSurplus(claimed, this.slots.waitingLimited());
    return new Map([...surplus].map((job) => [job, this.#delays.next(job.priority)]));
  }

  #noteMore({ wanted, held, mostHeld }: ClaimPlan, claimed: readonly [Counts, Counts]): void {
    const isFull = claimed.map(
      (counts, index) => wanted[index] === 0 || sum(counts) * 2 > (wanted[index] ?? 0),
    );
    for (const lane of this.#more) {
      const isAtLimit = (held.get(lane) ?? 0) >= mostHeld;
      if (!isAtLimit && !isFull[classOf(lane)]) this.#more.delete(lane);
    }
    claimed.forEach((counts, index) => {
      for (const [lane, count] of counts) if (count > 1 || isFull[index]) this.#more.add(lane);
    });
  }

  #refill(startedLane: number): void {
    const free = this.#countFree();
    if (free === 0 || (this.#more.size === 0 && !this.#isMissed)) return;
    const isLow = this.slots.waitingSize <= 2 * this.#concurrency;
    const isLaneLow = this.slots.waitingIn(startedLane) <= fewInLane && free >= worthwhile;
    if (this.#isMissed || isLow || isLaneLow) this.#queue?.pulse(1);
  }
}

/** Returns the pairs as two parameters of PostgreSQL: a list of the lanes and a list of their numbers. */
function columns(pairs: readonly (readonly [lane: number, count: number])[]): [number[], number[]] {
  return [pairs.map(([lane]) => lane), pairs.map(([, count]) => count)];
}

type Counts = ReadonlyMap<number, number>;

function classOf(lane: number): 0 | 1 {
  return isBulkLane(lane) ? 1 : 0;
}

function sum(counts: Counts): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}

/**
 * The claim begins after the lane where the previous claim ended; after the highest lane it continues with the lowest.
 * After a claim that found nothing, the next one begins elsewhere: the lanes may only have jobs that this worker cannot
 * run.
 */
function lastInTurn(lanes: readonly number[], endedAt: number): number {
  if (lanes.length === 0) return elsewhere(endedAt);
  const turn = (lane: number) => (lane - endedAt - 1 + lanesPerClass) % lanesPerClass;
  return lanes.reduce((last, lane) => (turn(lane) > turn(last) ? lane : last));
}

function elsewhere(lane: number): number {
  const first = isBulkLane(lane + 1) ? firstLanes[1] : firstLanes[0];
  return first + ((lane - first + 1 + 4_099) % lanesPerClass);
}

/**
 * Replaces the queue's own claim. The rows come from the queue's table; they have the columns that the queue and our tasks
 * read, and the name of a task with a limit.
 */
export const claimJobs = {
  name: 'claim-jobs',
  text: `select id, job_queue_id, task_id, payload, priority, run_at, created_at, attempts, max_attempts, key,
      (select identifier from graphile_worker._private_tasks task
       where task.id = task_id and identifier = any ($10::text[])) as limited_task
    from parley_quiet.claim_jobs($1::text, $2::int[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int,
    $8::int[], $9::int[])`,
};
