import type { JobTask } from '@parley/core';
import type { Database } from '@parley/database';

export interface QueuedJob {
  readonly payload: Readonly<Record<string, string>>;
  readonly runAt: string;
}

/**
 * Finds the jobs of a task whose payload contains this id, directly or in a list, in the order in which they were
 * added.
 */
export async function findJobs({ pool }: Database, task: JobTask, id: string): Promise<QueuedJob[]> {
  const { rows } = await pool.query<{ payload: Record<string, string>; runAt: Date }>(
    `select job.payload, job.run_at as "runAt"
     from graphile_worker._private_jobs job
     join graphile_worker._private_tasks task on task.id = job.task_id
     where task.identifier = $1 and exists (select from json_each_text(job.payload) where position($2 in value) > 0)
     order by job.id`,
    [task, id],
  );
  return rows.map(({ payload, runAt }) => ({ payload, runAt: runAt.toISOString() }));
}
