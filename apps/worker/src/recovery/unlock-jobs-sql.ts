/**
 * A query that gives back the jobs of the pools in `$1` and counts them. It waits for none: a job that somebody else
 * writes at this moment is being finished or given back by its own worker, which locks jobs in an order of its own.
 */
export const unlockJobsSql = `
  with locked as materialized (
    select id from graphile_worker._private_jobs where locked_by = any ($1::text[]) for update skip locked
  ), unlocked as (
    update graphile_worker._private_jobs job set locked_at = null, locked_by = null
    from locked where job.id = locked.id returning 1
  )
  select count(*)::int as count from unlocked`;
