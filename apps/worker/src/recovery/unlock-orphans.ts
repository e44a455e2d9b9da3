import { type Database, statement } from '@parley/database';

/** Gives back the jobs of workers that died before their first heartbeat, or of a queue that nobody told of. */
export async function unlockOrphans({ sql }: Pick<Database, 'sql'>, lockedForMs: number): Promise<number> {
  const [row] = await sql(unlock, [lockedForMs]);
  return row?.count ?? 0;
}

const unlock = statement<{ count: number }>(
  'unlock-orphaned-jobs',
  `with orphaned as (
     select job.locked_by from graphile_worker.jobs job
     where job.locked_at < now() - $1::int * interval '1 millisecond'
       and not exists (select from workers where workers.pool_id = job.locked_by)
   )
   select count(*)::int as count, graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
   from orphaned having count(*) > 0`,
);
