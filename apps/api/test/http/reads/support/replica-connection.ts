import type { Database } from '@parley/database';
import { waitUntil } from '@parley/testkit/wait-until';
import pg from 'pg';

export async function connectToReplica(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Waits until the replica has everything that the primary has now. */
export async function replayAll({ pool }: Database, replica: pg.Client): Promise<void> {
  const { rows } = await pool.query('select pg_current_wal_insert_lsn()::text as position');
  await waitUntil(async () => {
    const caughtUp = await replica.query('select pg_last_wal_replay_lsn() >= $1::pg_lsn as reached', [
      rows[0]?.position,
    ]);
    return caughtUp.rows[0]?.reached === true;
  });
}
