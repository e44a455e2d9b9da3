import { describe, expect, test } from '@jest/globals';
import { listWaitingWork } from '../../src/tenants/administration.js';
import { useWorlds } from '../use-worlds.js';

const { database } = useWorlds();

describe('the waiting work', () => {
  test('has every due job that can still be tried, by task, most jobs first', async () => {
    const { pool } = database;
    await pool.query('delete from graphile_worker._private_jobs');
    const add = async (task: string, runAt: string, { hasFailed = false } = {}) => {
      const { rows } = await pool.query<{ id: string; runAt: Date }>(
        `select id, run_at as "runAt" from graphile_worker.add_job($1, run_at := ${runAt}, max_attempts := 3)`,
        [task],
      );
      if (hasFailed)
        await pool.query('update graphile_worker._private_jobs set attempts = max_attempts where id = $1', [
          rows[0]?.id,
        ]);
      return rows[0]?.runAt;
    };
    const oldest = await add('send-message', `now() - interval '2 hours'`);
    const only = await add('deliver-event', `now() - interval '3 hours'`);
    await add('send-message', `now() - interval '1 hour'`);
    await add('send-message', `now() + interval '1 hour'`);
    await add('end-snooze', `now() - interval '1 hour'`, { hasFailed: true });
    expect(await listWaitingWork(database)).toEqual([
      { task: 'send-message', jobs: 2, dueSince: oldest },
      { task: 'deliver-event', jobs: 1, dueSince: only },
    ]);
  });
});
