import { jsonObject } from '../sql/json.js';
import { bulkTasks, type JobPayloads, type JobTask } from './job.js';

interface JobsFromRows<Task extends JobTask> {
  readonly task: Task;
  /** SQL expressions over the rows. A key that is optional in the payload may be absent. */
  readonly payload: { readonly [Key in keyof JobPayloads[Task]]: string };
  readonly from: string;
  readonly runAt: string;
  /** Replaces a waiting job with the same key; keys must differ between rows. */
  readonly key?: string;
  /** Bulk work waits behind interactive work. The default depends on the task; an SQL expression decides for each row. */
  readonly isBulk?: boolean | string;
}

/**
 * Adds a query that adds one job per row of `from` in one call, and counts them; without rows it returns no count. It
 * must be part of a transaction, which notifies the workers after its commit.
 */
export function addJobsSql<Task extends JobTask>(jobs: JobsFromRows<Task>): string {
  return `select parley_quiet.add_jobs(array_agg(${specSql(jobs)})) as added from ${jobs.from} having count(*) > 0`;
}

/** Like `addJobsSql`, for a statement outside a transaction: the statement itself notifies the workers. */
export function addJobsAndNotifySql<Task extends JobTask>(jobs: JobsFromRows<Task>): string {
  return `select coalesce(
      (select parley_quiet.add_announced_jobs(array_agg(${specSql(jobs)})) from ${jobs.from} having count(*) > 0), 0
    ) as added`;
}

function specSql<Task extends JobTask>(jobs: JobsFromRows<Task>): string {
  const { task, payload, runAt, key = 'null', isBulk = bulkTasks.has(task) } = jobs;
  // In a subquery, PostgreSQL computes the lane once for all rows, if it does not depend on the row.
  const lane = `(select parley_quiet.lane((${payload.tenantId})::text, ${isBulk}, ${runAt}))`;
  const values = [
    `'${task}'`,
    jsonObject<JobPayloads[Task]>(payload),
    'null',
    runAt,
    'null',
    key,
    lane,
    'null',
  ];
  return `(${values.join(', ')})::graphile_worker.job_spec`;
}
