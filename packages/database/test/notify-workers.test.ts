import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { useTestDatabase } from '../../testkit/src/hooks/index.js';
import { runInPrismaTransaction, runInTransaction, type Sql, statement } from '../src/index.js';

// The connection is closed before the database.
afterAll(() => listener.end());
const target = useTestDatabase();
let listener: pg.Client;
let heard: { count: number; pid: number }[];

beforeAll(async () => {
  listener = new pg.Client({ connectionString: target.url });
  await listener.connect();
  listener.on('notification', ({ payload = '{}', processId }) => {
    heard.push({ count: JSON.parse(payload).count, pid: processId });
  });
  await listener.query('listen "jobs:insert"');
});

beforeEach(() => {
  heard = [];
});

const add = statement<{ added: number }>(
  'add-test-jobs',
  `select parley_quiet.add_jobs(array_agg(('test', '{}', null, null, null, null, null, null)::graphile_worker.job_spec))
     as added from generate_series(1, $1::int)`,
);
const whoAmI = statement<{ pid: number }>('who-am-i', 'select pg_backend_pid() as pid');

async function countJobs(): Promise<number> {
  const { rows } = await target.database.pool.query(
    'select count(*)::int as count from graphile_worker.jobs',
  );
  return rows[0].count;
}

/** A listener receives notifications in their order, so everything sent before this one has arrived with it. */
async function untilHeard(): Promise<void> {
  await target.database.pool.query(`select pg_notify('jobs:insert', '{"count":0}')`);
  while (!heard.some(({ count }) => count === 0)) await new Promise((resolve) => setTimeout(resolve, 5));
  heard = heard.filter(({ count }) => count !== 0);
}

async function work({ sql }: { sql: Sql }): Promise<number> {
  const [one] = await sql(add, [2]);
  const [other] = await sql(add, [3]);
  expect([one?.added, other?.added]).toEqual([2, 3]);
  const [backend] = await sql(whoAmI, []);
  return backend?.pid ?? 0;
}

describe('jobs that a transaction adds', () => {
  test.each([
    ['of statements', runInTransaction],
    ['of Prisma', runInPrismaTransaction],
  ])(
    '%s are reported to the workers together after its commit, by another transaction',
    async (_name, run) => {
      const before = await countJobs();
      await run(target.database, work);
      expect(await countJobs()).toBe(before + 5);
      while (heard.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      expect(heard).toEqual([{ count: 5, pid: expect.any(Number) }]);
    },
  );

  test('are not reported by the transaction itself, because such transactions commit one at a time', async () => {
    const client = await target.database.pool.connect();
    const sql: Sql = async ({ text }, values) => (await client.query(text, [...values])).rows;
    await client.query('begin');
    await work({ sql });
    await client.query('commit');
    client.release();
    await untilHeard();
    expect(heard).toEqual([]);
  });

  test('are not reported when the transaction is rolled back or adds no jobs', async () => {
    const failing = runInTransaction(target.database, async (transaction) => {
      await work(transaction);
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    await runInTransaction(target.database, ({ sql }) => sql(whoAmI, []));
    await untilHeard();
    expect(heard).toEqual([]);
  });
});
