/**
 * A query that unlocks the jobs of the pools in `$1` and counts them. It skips locked rows: the worker of such a job is
 * finishing or releasing it, and locks rows in an order of its own.
 */
export const unlockJobsSql = `
  with locked as materialized (
    select id from graphile_worker._private_jobs where locked_by = any ($1::text[]) for update skip locked
  ), unlocked as (
    update graphile_worker._private_jobs job set locked_at = null, locked_by = null
    from locked where job.id = locked.id returning 1
  )
  select count(*)::int as count from unlocked`;
