import { type Database, statement } from '@parley/database';
import type { Job } from 'graphile-worker';

/** Stores a job that will not be retried where operators can see it; the job then leaves the queue as if it had succeeded. */
export async function storeDeadLetter(
  { sql }: Database,
  job: Job,
  { error, at }: { error: Error; at: Date },
): Promise<void> {
  const payload = JSON.stringify(job.payload ?? null);
  await sql(insert, [job.id, job.task_identifier, payload, error.message, job.attempts, job.created_at, at]);
}

const insert = statement(
  'store-dead-letter',
  `insert into dead_jobs (id, task, payload, error, attempts, created_at, died_at)
   values ($1::bigint, $2::text, $3::jsonb, $4::text, $5::int, $6::timestamptz, $7::timestamptz)
   on conflict (id) do nothing`,
);
