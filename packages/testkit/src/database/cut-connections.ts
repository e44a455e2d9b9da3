import type { Database } from '@parley/database';
import { waitUntil } from '../wait-until.js';

/**
 * Closes all connections to a database but one, as a restart of the server does, and returns how many. It waits until the pool
 * has noticed, because a pool lends a connection until it reads that the server has ended it.
 */
export async function cutConnections({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(pg_terminate_backend(pid))::int as count from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await waitUntil(() => pool.totalCount === 1);
  return rows[0]?.count ?? 0;
}
