import type { Job } from 'graphile-worker';
import { isBulkLane } from './lanes.js';

/** A worker holds this many jobs of a lane that wait because of the limit of their task. */
const mostInLane = 4;

/** It holds this many such jobs of all lanes, so that the exports of many tenants leave room for other jobs. */
const mostInAll = 32;

export interface ClaimedJob extends Pick<Job, 'id' | 'priority' | 'payload'> {
  /** The task of the job if it has a limit (`TaskLimit`). */
  readonly limited_task?: string | null;
  readonly created_at?: Date;
}

/** The lane and the task of a waiting job whose task has a limit. */
export interface LimitedJob {
  readonly lane: number;
  readonly task: string;
}

/**
 * Finds the claimed jobs that would only wait in this worker, because enough jobs of their task already do. A worker holds a
 * limited number of jobs, so these would keep it from claiming others. Of several lanes, the one with the fewest such jobs keeps the next, and
 * among equals the one with the oldest job: no tenant keeps all places.
 */
export function findSurplus<Claimed extends ClaimedJob>(
  claimed: readonly Claimed[],
  waiting: readonly LimitedJob[],
): Set<Claimed> {
  const surplus = new Set(claimed.filter((job) => isBulkLane(job.priority) && taskOf(job) !== ''));
  const held = [...waiting];
  const heldWith = (job: Claimed) =>
    held.filter(({ lane, task }) => lane === job.priority && task === taskOf(job)).length;
  while (held.length < mostInAll) {
    const [next] = [...surplus].sort((a, b) => heldWith(a) - heldWith(b) || ageOf(a) - ageOf(b));
    if (next === undefined || heldWith(next) >= mostInLane) break;
    surplus.delete(next);
    held.push({ lane: next.priority, task: taskOf(next) });
  }
  return surplus;
}

function taskOf({ limited_task: task }: ClaimedJob): string {
  return task ?? '';
}

function ageOf({ created_at: createdAt }: ClaimedJob): number {
  return createdAt?.getTime() ?? 0;
}
