import { type Database, statement } from '@parley/database';

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

const write = statement(
  'beat-worker',
  `insert into workers (id, pool_id) values ($1::uuid, $2::text)
   on conflict (id) do update set heartbeat_at = now(), pool_id = excluded.pool_id`,
);

const unlock = statement('unlock-jobs-of-pool', 'select graphile_worker.force_unlock_workers($1::text[])');

const remove = statement('remove-worker', 'delete from workers where id = $1::uuid');
