import { statement } from '@parley/database';
import type { Transaction } from '../sql/transact.js';
import type { JobPayloads, JobTask } from './job.js';

export interface NewJob<Task extends JobTask> {
  readonly task: Task;
  readonly payload: JobPayloads[Task];
  readonly runAt: Date;
  /** A job of the same key that still waits is replaced. */
  readonly key: string;
}

/** The job exists exactly when the transaction commits. */
export async function addJob<Task extends JobTask>({ sql }: Transaction, job: NewJob<Task>): Promise<void> {
  await sql(add, [job.task, JSON.stringify(job.payload), job.runAt, job.key]);
}

const add = statement(
  'add-job',
  `select from graphile_worker.add_job($1::text, payload := $2::json, run_at := $3::timestamptz, job_key := $4::text)`,
);
