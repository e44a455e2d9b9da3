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

/** Says that the worker is leaving and has nothing left. */
export async function leave({ sql }: Database, { id }: Pick<WorkerName, 'id'>): Promise<void> {
  await sql(remove, [id]);
}

const write = statement(
  'beat-worker',
  `insert into workers (id, pool_id) values ($1::uuid, $2::text)
   on conflict (id) do update set heartbeat_at = now(), pool_id = excluded.pool_id`,
);

const remove = statement('remove-worker', 'delete from workers where id = $1::uuid');
