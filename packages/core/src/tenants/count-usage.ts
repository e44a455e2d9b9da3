import { type Database, statement } from '@parley/database';
import { takeTurn } from '../sql/take-turn.js';
import { foldCampaignResults } from './fold-campaign-results.js';

/** Counts the waiting jobs of every tenant. The queue is read once for all of them, and not during a request. */
export async function countWaitingJobs({ sql }: Database): Promise<void> {
  await sql(countJobs, []);
}

/** A job for several deliveries counts as that many jobs. A tenant without jobs has no row. */
const countJobs = statement(
  'count-waiting-jobs',
  `with counted as materialized (
     select tenant.id, sum(parley_quiet.job_size(job.payload))::int as jobs
     from graphile_worker._private_jobs job
     join tenants tenant on tenant.id::text = job.payload ->> 'tenantId'
     group by tenant.id
   ), gone as (
     delete from waiting_job_counts where tenant_id not in (select id from counted)
   )
   insert into waiting_job_counts (tenant_id, jobs) select id, jobs from counted
   on conflict (tenant_id) do update set jobs = excluded.jobs where waiting_job_counts.jobs <> excluded.jobs`,
);

/** How a process takes part in counting. */
export interface CountingTurn {
  /** Counts only what is overdue by this time: an API process counts when no worker does. */
  readonly overdueMs: number;
  /** The shortest pause between two counts. */
  readonly leastPauseMs: number;
}

/** A count takes longer the more jobs wait. Counting takes at most one hundredth of the time of the database. */
const pausePerDuration = 100;

/** Counts if a count is due and no other process is counting. A process that dies while it counts delays the next count. */
export async function countUsageInTurn(
  database: Database,
  { overdueMs, leastPauseMs }: CountingTurn,
): Promise<boolean> {
  return takeTurn(database, { name: 'waiting_jobs', overdueMs }, async () => {
    const startedAtMs = performance.now();
    await countWaitingJobs(database);
    await foldStoredBytes(database);
    await foldCampaignResults(database);
    const durationMs = performance.now() - startedAtMs;
    return { pauseMs: Math.max(leastPauseMs, pausePerDuration * durationMs) };
  });
}

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

/** A workspace whose stored bytes were counted wrongly, and by how much. */
export interface StoredBytesDrift {
  readonly tenantId: string;
  readonly bytes: number;
}

/**
 * Compares the counted bytes of every workspace with its files, and corrects the count. Both are read from one
 * snapshot, so a file that is stored at the same time is not a difference. Only one recount runs at a time, because two
 * would correct the same difference twice.
 */
export function recountStoredBytes({ sql }: Database): Promise<StoredBytesDrift[]> {
  return sql(recount, []);
}

const recount = statement<StoredBytesDrift>(
  'recount-stored-bytes',
  `with turn as materialized (
     select pg_try_advisory_xact_lock(hashtextextended('recount-stored-bytes', 0)) as is_free
   ), counted as (
     select tenant_id, sum(bytes) as bytes from stored_byte_changes group by tenant_id
   ), stored as (
     select tenant_id, sum(size) as bytes from files group by tenant_id
   ), drift as (
     select tenant_id, coalesce(stored.bytes, 0) - coalesce(counted.bytes, 0) as bytes
     from stored full join counted using (tenant_id)
   )
   insert into stored_byte_changes (tenant_id, bytes)
   select tenant_id, bytes from drift where bytes <> 0 and (select is_free from turn)
   returning tenant_id as "tenantId", bytes::float8 as bytes`,
);
