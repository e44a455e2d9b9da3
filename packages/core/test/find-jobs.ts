import type { Database } from '@parley/database';
import type { JobTask } from '../src/index.js';

export interface QueuedJob {
  readonly payload: Record<string, unknown>;
  readonly runAt: Date;
  readonly key: string | null;
  readonly isBulk: boolean;
}

/**
 * Returns the jobs of a task whose payload has this value, directly or in a list, in the order in which they were
 * added.
 */
export async function findJobs(database: Database, task: JobTask, value: string): Promise<QueuedJob[]> {
  const result = await database.pool.query<QueuedJob>(
    `select job.payload, job.run_at as "runAt", job.key, job.priority >= 0 as "isBulk"
     from graphile_worker._private_jobs job
     join graphile_worker._private_tasks task on task.id = job.task_id
     where task.identifier = $1 and exists (select from json_each_text(job.payload) where position($2 in value) > 0)
     order by job.id`,
    [task, value],
  );
  return result.rows;
}
