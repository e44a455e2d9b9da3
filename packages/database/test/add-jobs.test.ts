import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../testkit/src/index.js';

let target: TestDatabase;

beforeAll(async () => {
  target = await createTestDatabase();
});
afterAll(() => target.close());
afterEach(() => target.database.pool.query('truncate graphile_worker._private_jobs'));

describe('adding a job with a key', () => {
  test('reads few rows, however many jobs with keys were added since the statement was planned', async () => {
    const client = await target.database.pool.connect();
    const addWaiting = (from: number, to: number) =>
      client.query(
        `insert into graphile_worker._private_jobs (task_id, key, run_at)
         select 1, 'waiting ' || number, now() + interval '1 hour' from generate_series($1::int, $2::int) number`,
        [from, to],
      );
    const addAgain = () =>
      client.query(
        `explain (analyze, buffers, format json) select parley_quiet.add_jobs(array[('test', '{}', null, null, null,
           'waiting 100', 0, null)::graphile_worker.job_spec])`,
      );
    try {
      await addWaiting(1, 200);
      await client.query('analyze graphile_worker._private_jobs');
      // PostgreSQL keeps its plan after several calls.
      for (let call = 0; call < 8; call += 1) await addAgain();
      await addWaiting(201, 20_000);
      const { rows } = await addAgain();
      const { Plan: plan } = rows[0]['QUERY PLAN'][0];
      // All keys fill more than a hundred blocks.
      expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(60);
    } finally {
      client.release();
    }
  });
});

describe('the number of jobs that a transaction has added', () => {
  test('counts a job for several deliveries as that many', async () => {
    const client = await target.database.pool.connect();
    try {
      await client.query('begin');
      await client.query(
        `select parley_quiet.add_jobs(array_agg(('test', payload, null, null, null, null, 0, null)::graphile_worker.job_spec))
         from unnest(array['{}', '{"deliveryIds": ["a", "b", "c"]}', '{"deliveryIds": null}']::json[]) payload`,
      );
      const { rows } = await client.query('select parley_quiet.added_jobs() as added');
      expect(rows).toEqual([{ added: 5 }]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
