import { maxJobsPerLane } from '@parley/database';
import type { Job } from 'graphile-worker';
import { isBulkLane, JobSlots } from './job-slots.js';

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
}

/** The share of the free workers that bulk jobs get while interactive jobs wait as well. */
const bulkShare = 1 / 4;

/** A claim for a few jobs costs as much as one for many, so it waits until this many workers are free. */
const worthwhile = 32;
const fewInLane = 8;

/** The lanes of interactive and of bulk jobs (`installJobLanes`). */
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
  /** There was no free worker for the last claim. */
  #isMissed = false;
  readonly #concurrency: number;

  constructor(concurrency: number) {
    this.#concurrency = concurrency;
    this.slots = new JobSlots(concurrency, (lane) => this.#refill(lane));
  }

  /** A restarted queue replaces the former one. */
  follow(queue: LocalQueue): void {
    this.#queue = queue;
  }

  /** Undefined when no worker is free. */
  plan(poolId: unknown, taskIds: unknown): ClaimPlan | undefined {
    const free = this.#queue?.workerQueue.length ?? 0;
    this.#isMissed = free === 0;
    if (this.#isMissed) return undefined;
    // The first jobs of a burst start while the next claim fetches the others.
    const room = this.slots.waitingCount === 0 ? Math.min(free, 2 * this.#concurrency) : free;
    const bulk = Math.max(1, Math.floor(room * bulkShare));
    const wanted = [Math.max(1, room - bulk), bulk] as const;
    const held = this.slots.waitingByLane();
    const lanes = held.map(([lane]) => lane);
    const counts = held.map(([, count]) => count);
    return { values: [poolId, taskIds, wanted, this.#endedAt, lanes, counts], wanted, held: new Map(held) };
  }

  record(plan: ClaimPlan, jobs: readonly Pick<Job, 'priority'>[]): void {
    const claimed = [new Map<number, number>(), new Map<number, number>()] as const;
    for (const { priority: lane } of jobs) {
      const counts = claimed[classOf(lane)];
      counts.set(lane, (counts.get(lane) ?? 0) + 1);
    }
    this.#endedAt = [
      lastInTurn([...claimed[0].keys()], this.#endedAt[0]),
      lastInTurn([...claimed[1].keys()], this.#endedAt[1]),
    ];
    this.#noteMore(plan, claimed);
  }

  #noteMore({ wanted, held }: ClaimPlan, claimed: readonly [Counts, Counts]): void {
    const isFull = claimed.map((counts, index) => sum(counts) * 2 > (wanted[index] ?? 0));
    for (const lane of this.#more) {
      const isAtLimit = (held.get(lane) ?? 0) >= maxJobsPerLane;
      if (!isAtLimit && !isFull[classOf(lane)]) this.#more.delete(lane);
    }
    claimed.forEach((counts, index) => {
      for (const [lane, count] of counts) if (count > 1 || isFull[index]) this.#more.add(lane);
    });
  }

  #refill(startedLane: number): void {
    if (this.#queue === undefined || (this.#more.size === 0 && !this.#isMissed)) return;
    const isLow = this.slots.waitingCount <= 2 * this.#concurrency;
    const isLaneLow =
      this.slots.waitingIn(startedLane) <= fewInLane && this.#queue.workerQueue.length >= worthwhile;
    if (isLow || isLaneLow) this.#queue.pulse(1);
  }
}

type Counts = ReadonlyMap<number, number>;

function classOf(lane: number): 0 | 1 {
  return isBulkLane(lane) ? 1 : 0;
}

function sum(counts: Counts): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}

/** The claim begins after the lane where the last one ended, and continues with the first lane after the last one. */
function lastInTurn(lanes: readonly number[], endedAt: number): number {
  const turn = (lane: number) => (lane - endedAt - 1 + lanesPerClass) % lanesPerClass;
  return lanes.reduce((last, lane) => (turn(lane) > turn(last) ? lane : last), lanes[0] ?? endedAt);
}

/** Replaces the queue's own claim. The rows are those of the queue's table, which the queue reads itself. */
export const claimJobs = {
  name: 'claim-jobs',
  text: 'select * from parley_quiet.claim_jobs($1::text, $2::int[], $3::int[], $4::int[], $5::int[], $6::int[])',
};
