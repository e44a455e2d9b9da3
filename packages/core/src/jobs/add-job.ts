import { statement } from '@parley/database';
import type { Transaction } from '../sql/transact.js';
import { bulkTasks, type JobPayloads, type JobTask } from './job.js';

export interface NewJob<Task extends JobTask> {
  readonly task: Task;
  readonly payload: JobPayloads[Task];
  readonly runAt: Date;
  /** Replaces a waiting job with the same key. */
  readonly key: string;
  /** Bulk work waits behind interactive work. The default depends on the task. */
  readonly isBulk?: boolean | undefined;
}

/** The job exists if and only if the transaction commits. */
export function addJob<Task extends JobTask>({ send }: Transaction, job: NewJob<Task>): void {
  const { task, payload, runAt, key, isBulk = bulkTasks.has(task) } = job;
  send(add, [task, JSON.stringify(payload), runAt, key, payload.tenantId, isBulk]);
}

const add = statement(
  'add-job',
  `select parley_quiet.add_jobs(
     array[($1::text, $2::json, null, $3::timestamptz, null, $4::text,
       parley_quiet.lane($5::text, $6::boolean, $3::timestamptz), null)::graphile_worker.job_spec])`,
);
