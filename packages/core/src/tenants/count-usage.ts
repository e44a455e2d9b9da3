import { type Database, statement } from '@parley/database';

/** Counts the waiting jobs of every tenant. The queue is read once for all of them, and not during a request. */
export async function countWaitingJobs({ sql }: Database): Promise<void> {
  await sql(countJobs, []);
}

/** A tenant without jobs keeps no row. */
const countJobs = statement(
  'count-waiting-jobs',
  `with counted as materialized (
     select tenant.id, count(*)::int as jobs
     from graphile_worker._private_jobs job
     join tenants tenant on tenant.id::text = job.payload ->> 'tenantId'
     group by tenant.id
   ), gone as (
     delete from waiting_job_counts where tenant_id not in (select id from counted)
   )
   insert into waiting_job_counts (tenant_id, jobs) select id, jobs from counted
   on conflict (tenant_id) do update set jobs = excluded.jobs where waiting_job_counts.jobs <> excluded.jobs`,
);

/** Replaces the changes of each tenant's stored bytes by their sum, so that few rows are added up for an upload. */
export async function foldStoredBytes({ sql }: Database): Promise<void> {
  await sql(fold, []);
}

const fold = statement(
  'fold-stored-bytes',
  `with many as (
     select tenant_id from stored_byte_changes group by tenant_id having count(*) > 1
   ), locked as materialized (
     select tenant_id, id from stored_byte_changes where tenant_id in (select tenant_id from many)
     for update skip locked
   ), folded as (
     delete from stored_byte_changes change using locked
     where change.tenant_id = locked.tenant_id and change.id = locked.id
     returning change.tenant_id, change.bytes
   )
   insert into stored_byte_changes (tenant_id, bytes) select tenant_id, sum(bytes) from folded group by tenant_id`,
);
