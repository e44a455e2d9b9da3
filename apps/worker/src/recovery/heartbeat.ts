import { type Database, statement } from '@parley/database';
import { unlockJobsSql } from './unlock-jobs-sql.js';

export interface WorkerIdentity {
  readonly id: string;
  /** The name under which the queue locks the jobs of this worker. */
  readonly poolId: string;
}

/** Records that the worker is alive. A worker that was considered dead meanwhile is registered again. */
export async function sendHeartbeat({ sql }: Database, { id, poolId }: WorkerIdentity): Promise<void> {
  await sql(write, [id, poolId]);
}

/** Removes a worker that stops, and unlocks the jobs that it could not finish. */
export async function removeWorker({ sql }: Database, { id, poolId }: WorkerIdentity): Promise<void> {
  await unlockPool({ sql }, poolId);
  await sql(remove, [id]);
}

/** Unlocks the jobs of a pool that has ended. */
export async function unlockPool({ sql }: Pick<Database, 'sql'>, poolId: string): Promise<void> {
  await sql(unlock, [[poolId]]);
}

/** A worker that starts may send two heartbeats at once; the second one finds the row of the first. */
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
