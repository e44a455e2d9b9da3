import { type Database, statement } from '@parley/database';
import { unlockJobsSql } from './unlock-jobs-sql.js';

/** Unlocks the jobs of workers that died before their first heartbeat, or of a queue whose name was never registered. */
export async function unlockOrphans({ sql }: Pick<Database, 'sql'>, lockedForMs: number): Promise<number> {
  const orphaned = await sql(findPools, [lockedForMs]);
  if (orphaned.length === 0) return 0;
  const [row] = await sql(unlock, [orphaned.map(({ poolId }) => poolId)]);
  return row?.count ?? 0;
}

const findPools = statement<{ poolId: string }>(
  'find-orphaned-pools',
  `select distinct job.locked_by as "poolId" from graphile_worker.jobs job
   where job.locked_at < now() - $1::int * interval '1 millisecond'
     and not exists (select from workers where workers.pool_id = job.locked_by)`,
);

const unlock = statement<{ count: number }>('unlock-orphaned-jobs', unlockJobsSql);
