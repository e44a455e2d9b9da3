import { statement } from '@parley/database';
import type { Transaction } from '../sql/transact.js';
import type { JobPayloads, JobTask } from './job.js';

export interface NewJob<Task extends JobTask> {
  readonly task: Task;
  readonly payload: JobPayloads[Task];
  readonly runAt: Date;
  /** Replaces a waiting job with the same key. */
  readonly key: string;
}

/** The job exists if and only if the transaction commits. */
export async function addJob<Task extends JobTask>({ sql }: Transaction, job: NewJob<Task>): Promise<void> {
  await sql(add, [job.task, JSON.stringify(job.payload), job.runAt, job.key]);
}

const add = statement(
  'add-job',
  `select parley_quiet.add_jobs(
     array[($1::text, $2::json, null, $3::timestamptz, null, $4::text, null, null)::graphile_worker.job_spec])`,
);
