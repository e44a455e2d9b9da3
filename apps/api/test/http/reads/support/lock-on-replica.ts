import { waitUntil } from '@parley/testkit/wait-until';
import type pg from 'pg';

interface Servers {
  readonly primary: pg.Pool;
  readonly replica: pg.Client;
}

/** Leaves the replica with a lock on the table that the primary has released, until the replay is resumed. */
export async function lockOnReplica({ primary, replica }: Servers, table: string): Promise<void> {
  const client = await primary.connect();
  try {
    await client.query(`begin; lock table ${table} in access exclusive mode`);
    await waitUntil(async () => {
      const { rows } = await replica.query(
        `select from pg_locks where relation = $1::regclass and mode = 'AccessExclusiveLock' and granted`,
        [table],
      );
      return rows.length > 0;
    });
    await replica.query('select pg_wal_replay_pause()');
    await waitUntil(async () => {
      const { rows } = await replica.query('select pg_get_wal_replay_pause_state() as state');
      return rows[0]?.state === 'paused';
    });
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Returns the number of statements that wait for a lock. */
export async function countWaiting(server: pg.Client): Promise<number> {
  const { rows } = await server.query(
    `select from pg_stat_activity where wait_event_type = 'Lock' and backend_type = 'client backend'`,
  );
  return rows.length;
}
