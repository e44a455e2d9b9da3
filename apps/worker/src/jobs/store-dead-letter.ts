import { type Database, statement } from '@parley/database';
import type { Job } from 'graphile-worker';
import { describeError } from './describe-error.js';

/**
 * Stores a job that will not be retried where operators can see it; the job then leaves the queue as if it had succeeded.
 * A job of a workspace that was deleted meanwhile is not stored, because its payload has ids of the workspace.
 */
export async function storeDeadLetter(
  { sql }: Database,
  job: Job,
  { error, at }: { error: Error; at: Date },
): Promise<void> {
  const payload = JSON.stringify(job.payload ?? null);
  await sql(insert, [
    job.id,
    job.task_identifier,
    payload,
    describeError(error),
    job.attempts,
    job.created_at,
    at,
  ]);
}

const insert = statement(
  'store-dead-letter',
  `with owner as materialized (
     select id from tenants
     where id = case when $3::jsonb ->> 'tenantId' ~ '^[0-9a-f-]{36}$' then ($3::jsonb ->> 'tenantId')::uuid end
     for key share
   )
   insert into dead_jobs (id, task, payload, error, attempts, created_at, died_at)
   select $1::bigint, $2::text, $3::jsonb, $4::text, $5::int, $6::timestamptz, $7::timestamptz
   where coalesce($3::jsonb ->> 'tenantId' !~ '^[0-9a-f-]{36}$', true) or exists (select from owner)
   on conflict (id) do nothing`,
);
