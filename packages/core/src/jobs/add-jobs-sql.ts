import { jsonObject } from '../sql/json.js';
import type { JobPayloads, JobTask } from './job.js';

interface JobsFromRows<Task extends JobTask> {
  readonly task: Task;
  /** SQL expressions over the rows. */
  readonly payload: { readonly [Key in keyof JobPayloads[Task]]: string };
  readonly from: string;
  readonly runAt: string;
  /** A job of the same key that still waits is replaced; the rows must have different ones. */
  readonly key?: string;
}

/** A query that adds one job per row of `from`, all by one call, and counts them. No row wakes no worker. */
export function addJobsSql<Task extends JobTask>({
  task,
  payload,
  from,
  runAt,
  key = 'null',
}: JobsFromRows<Task>): string {
  const spec = `('${task}', ${jsonObject<JobPayloads[Task]>(payload)}, null, ${runAt}, null, ${key}, null, null)`;
  return `select count(*)::int as added
    from (select array_agg(${spec}::graphile_worker.job_spec) as specs from ${from} having count(*) > 0) batch,
      lateral graphile_worker.add_jobs(batch.specs)`;
}
