import { type Database, statement } from '@parley/database';
import { unlockJobsSql } from './unlock-jobs-sql.js';

export interface WorkerName {
  readonly id: string;
  /** The name under which the queue locks the jobs of this worker. */
  readonly poolId: string;
}

/** Says that the worker is alive. One that was taken for dead meanwhile is simply there again. */
export async function beat({ sql }: Database, { id, poolId }: WorkerName): Promise<void> {
  await sql(write, [id, poolId]);
}

/** Says that the worker is leaving, and gives back the jobs that it could not end. */
export async function leave({ sql }: Database, { id, poolId }: WorkerName): Promise<void> {
  await abandonPool({ sql }, poolId);
  await sql(remove, [id]);
}

/** Gives back the jobs of a pool that is no more. */
export async function abandonPool({ sql }: Pick<Database, 'sql'>, poolId: string): Promise<void> {
  await sql(unlock, [[poolId]]);
}

/** A worker may say so twice at once, when it starts; whichever comes second finds itself known. */
const write = statement(
  'beat-worker',
  `with known as (
     update workers set heartbeat_at = now(), pool_id = $2::text where id = $1::uuid returning id
   )
   insert into workers (id, pool_id) select $1::uuid, $2::text where not exists (select from known)
   on conflict do nothing`,
);

const unlock = statement('unlock-jobs-of-pool', unlockJobsSql);

const remove = statement('remove-worker', 'delete from workers where id = $1::uuid');
