import { afterEach, describe, expect, test } from '@jest/globals';
import { useTestDatabase } from '../../testkit/src/hooks/index.js';

const target = useTestDatabase();

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

describe('adding jobs without keys', () => {
  const add = (call: string, task: string) =>
    target.database.pool.query(
      `select ${call}(array_agg(('${task}', payload, null, run_at, most, null, priority, null)::graphile_worker.job_spec))
       from (values (null::json, null::timestamptz, null::int, null::int), ('{"a": 1}', '2030-01-01', 3, -7))
         given(payload, run_at, most, priority)`,
    );
  const list = async () => {
    const { rows } = await target.database.pool.query(
      `select to_jsonb(job) - '{id,created_at,updated_at,run_at}'::text[] as job,
         case when run_at = created_at then null else run_at end as run_at
       from graphile_worker._private_jobs job order by id`,
    );
    return rows;
  };

  test('stores the same as the function of the queue', async () => {
    await add('graphile_worker.add_jobs', 'compared');
    const expected = await list();
    await target.database.pool.query('truncate graphile_worker._private_jobs');
    const { rows } = await add('parley_quiet.add_jobs', 'compared');
    expect(rows).toEqual([{ add_jobs: 2 }]);
    expect(expected).toHaveLength(2);
    expect(await list()).toEqual(expected);
  });

  test('also adds the first jobs of a task, and jobs of which only one has a key', async () => {
    expect((await add('parley_quiet.add_jobs', 'new task')).rows).toEqual([{ add_jobs: 2 }]);
    const { rows } = await target.database.pool.query(
      `select parley_quiet.add_jobs(array[
         ('new task', null, null, null, null, 'a key', 0, null)::graphile_worker.job_spec,
         ('new task', null, null, null, null, null, 0, null)::graphile_worker.job_spec]) as added`,
    );
    expect(rows).toEqual([{ added: 2 }]);
    const { rows: keys } = await target.database.pool.query(
      'select key from graphile_worker._private_jobs order by id',
    );
    expect(keys.filter(({ key }) => key === 'a key')).toHaveLength(1);
    expect(keys).toHaveLength(4);
  });

  test('counts the jobs of each call', async () => {
    const client = await target.database.pool.connect();
    const addOne = (key: string) =>
      client.query(
        `select parley_quiet.add_jobs(array[('compared', '{"deliveryIds": ["a", "b"]}', null, null, null, ${key}, 0,
           null)::graphile_worker.job_spec])`,
      );
    try {
      await client.query('begin');
      await addOne('null');
      await addOne("'a key'");
      await addOne('null');
      const { rows } = await client.query('select parley_quiet.added_jobs() as added');
      expect(rows).toEqual([{ added: 6 }]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

describe('adding jobs with keys', () => {
  /** Two jobs that wait, one of which has failed before, then both again with other values, and a third one. */
  const addAgain = async (call: string, preserveRunAt: boolean) => {
    const add = (specs: string) =>
      target.database.pool.query(
        `select ${call}(array[${specs}]::graphile_worker.job_spec[], ${preserveRunAt})`,
      );
    await add(`('keyed', '{"a": 1}', null, '2030-01-01', 3, 'one', 7, null),
      ('keyed', '{"a": 1}', null, '2030-01-01', null, 'two', 7, null)`);
    await target.database.pool.query(
      `update graphile_worker._private_jobs set attempts = 1, last_error = 'lost' where key = 'two'`,
    );
    await add(`('other', '{"a": 3}', null, '2031-01-01', null, 'two', -4, null),
      ('keyed', null, null, '2031-01-01', 9, 'three', 0, null),
      ('keyed', null, null, '2031-01-01', null, 'one', 0, null)`);
  };
  const list = async () => {
    const { rows } = await target.database.pool.query(
      `select to_jsonb(job) - '{id,created_at,updated_at,task_id}'::text[] as job, task.identifier,
         job.updated_at > job.created_at as is_updated
       from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
       order by key, job.id`,
    );
    return rows;
  };

  test.each([false, true])(
    'replaces waiting jobs as the function of the queue does, with preserve_run_at = %s',
    async (preserveRunAt) => {
      await target.database.pool.query(
        `insert into graphile_worker._private_tasks (identifier) values ('keyed'), ('other') on conflict do nothing`,
      );
      await addAgain('graphile_worker.add_jobs', preserveRunAt);
      const expected = await list();
      expect(expected).toHaveLength(3);
      await target.database.pool.query('truncate graphile_worker._private_jobs');
      await addAgain('parley_quiet.add_jobs', preserveRunAt);
      expect(await list()).toEqual(expected);
    },
  );

  test('leaves a job that has failed for the last time as it is, without its key', async () => {
    const add = () =>
      target.database.pool.query(
        `select parley_quiet.add_jobs(array[('keyed', '{"a": 1}', null, null, 1, 'ended', 0, null)::graphile_worker.job_spec])`,
      );
    await add();
    await target.database.pool.query('update graphile_worker._private_jobs set attempts = 1');
    await add();
    expect((await list()).map(({ job: { key, attempts } }) => ({ key, attempts }))).toEqual([
      { key: 'ended', attempts: 0 },
      { key: null, attempts: 1 },
    ]);
  });
});
