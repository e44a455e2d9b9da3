import { expect, it } from '@jest/globals';
import { openDatabase } from '@parley/database';
import { testKeys } from '@parley/testkit';
import { useTestDatabase } from '@parley/testkit/hooks';
import { waitUntil } from '@parley/testkit/wait-until';
import { pino } from 'pino';
import { createWorker, parseWorkerConfig } from '../../src/index.js';

const target = useTestDatabase();

it('a worker that reaches only a pooler says that it polls, does not listen, and still runs jobs', async () => {
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
  const database = openDatabase({ url: target.url, keys: testKeys, directUrl: null });
  const worker = createWorker({ config: parseWorkerConfig({}), database, logger, now: () => new Date() });
  await worker.start();
  try {
    expect(lines.join('')).toMatch(/polls for jobs every second; set DATABASE_DIRECT_URL/);
    const { pool } = target.database;
    await pool.query(`select graphile_worker.add_job('maintain', '{}')`);
    await waitUntil(async () =>
      /^parley_maintenance_last_success_timestamp_seconds [1-9]/m.test(await worker.registry.metrics()),
    );
    const { rows } = await pool.query(
      `select query from pg_stat_activity where datname = current_database() and query ~* '^listen'`,
    );
    expect(rows).toEqual([]);
  } finally {
    await worker.stop();
    await database.close();
  }
});
