import { boundedRead, type Database, statement } from '@parley/database';
import { Gauge, type Registry } from 'prom-client';
import { findGroup, type TaskGroup, taskGroups } from '../config/task-groups.js';

/** The metrics may be scraped often; the queue is counted at most once in this time. */
const freshMs = 2_000;

/**
 * Gauges of the queue, read from the database when they are scraped: every worker shows the same numbers. While the
 * database is unavailable or does not respond they have no values, and all other metrics keep theirs.
 */
export function observeQueue(registry: Registry, { sql }: Database): void {
  const registers = [registry];
  const read = boundedRead(() => readQueue(sql), { freshMs });

  new Gauge({
    name: 'parley_database_up',
    help: 'Whether the database can be reached: 1 or 0.',
    registers,
    async collect() {
      this.set((await read()) ? 1 : 0);
    },
  });
  new Gauge({
    name: 'parley_queue_depth',
    help: 'Jobs by task: due now, scheduled for later (planned), or running.',
    labelNames: ['task', 'state'],
    registers,
    async collect() {
      const queue = await read();
      this.reset();
      for (const { task, state, count } of queue?.jobs ?? []) this.set({ task, state }, count);
    },
  });
  new Gauge({
    name: 'parley_queue_oldest_due_seconds',
    help: 'For how long the oldest due job has been waiting.',
    registers,
    async collect() {
      const queue = await read();
      if (queue) this.set(queue.oldestDueSeconds);
      else this.remove();
    },
  });
  new Gauge({
    name: 'parley_queue_group_oldest_due_seconds',
    help: 'For how long the oldest due job of a group of tasks (WORKER_TASKS) has been waiting; 0 if none is due.',
    labelNames: ['group'],
    registers,
    async collect() {
      const queue = await read();
      this.reset();
      for (const group of queue ? taskGroups : []) this.set({ group }, queue?.oldestByGroup.get(group) ?? 0);
    },
  });
  new Gauge({
    name: 'parley_queue_lanes',
    help: 'Lanes with due jobs. A tenant has one lane for interactive and one for bulk jobs.',
    registers,
    async collect() {
      const queue = await read();
      if (queue) this.set(queue.lanes.count);
      else this.remove();
    },
  });
  new Gauge({
    name: 'parley_queue_largest_lane_jobs',
    help: 'Due jobs of the lane that has the most.',
    registers,
    async collect() {
      const queue = await read();
      if (queue) this.set(queue.lanes.largest);
      else this.remove();
    },
  });
  new Gauge({
    name: 'parley_dead_jobs',
    help: 'Dead letters: jobs that are not retried and are kept in dead_jobs, by task.',
    labelNames: ['task'],
    registers,
    async collect() {
      const queue = await read();
      this.reset();
      for (const { task, count } of queue?.dead ?? []) this.set({ task }, count);
    },
  });
}

interface QueueState {
  readonly jobs: readonly { readonly task: string; readonly state: string; readonly count: number }[];
  readonly dead: readonly { readonly task: string; readonly count: number }[];
  readonly lanes: { readonly count: number; readonly largest: number };
  readonly oldestDueSeconds: number;
  readonly oldestByGroup: ReadonlyMap<TaskGroup, number>;
}

async function readQueue(sql: Database['sql']): Promise<QueueState> {
  const [jobs, dead, oldest, [lanes = noLanes]] = await Promise.all([
    sql(countJobs, []),
    sql(countDead, []),
    sql(findOldest, []),
    sql(countLanes, []),
  ]);
  const oldestByGroup = new Map<TaskGroup, number>();
  for (const { task, seconds } of oldest) {
    const group = findGroup(task);
    if (group) oldestByGroup.set(group, Math.max(seconds, oldestByGroup.get(group) ?? 0));
  }
  const oldestDueSeconds = Math.max(0, ...oldest.map(({ seconds }) => seconds));
  return { jobs, dead, lanes, oldestDueSeconds, oldestByGroup };
}

const noLanes = { count: 0, largest: 0 };

const countJobs = statement<QueueState['jobs'][number]>(
  'count-jobs',
  `select task_identifier as task,
     case when locked_at is not null then 'running' when run_at <= now() then 'due' else 'planned' end as state,
     count(*)::int as count
   from graphile_worker.jobs group by 1, 2`,
);

const countDead = statement<QueueState['dead'][number]>(
  'count-dead-jobs',
  'select task, count(*)::int as count from dead_jobs group by task',
);

/** A job that continues another one keeps the time of that job, so it may be due before it was added. */
const findOldest = statement<{ task: string; seconds: number }>(
  'find-oldest-due-jobs',
  `select task_identifier as task, extract(epoch from now() - min(greatest(run_at, created_at)))::float as seconds
   from graphile_worker.jobs
   where locked_at is null and run_at <= now() and attempts < max_attempts group by 1`,
);

/** The priority of a job is its lane (`installJobLanes`). */
const countLanes = statement<QueueState['lanes']>(
  'count-lanes-with-due-jobs',
  `select count(*)::int as count, coalesce(max(lane.jobs), 0)::int as largest from (
     select count(*) as jobs from graphile_worker.jobs
     where locked_at is null and run_at <= now() and attempts < max_attempts group by priority
   ) lane`,
);
