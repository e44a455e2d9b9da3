import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { useTestDatabase } from '../../testkit/src/hooks/index.js';
import { connect } from './support/sessions.js';

// The connection is closed before the database.
afterAll(() => client.end());
const target = useTestDatabase();
let client: pg.Client;

beforeAll(async () => {
  client = await connect(target.url);
});

async function explain(query: string): Promise<string> {
  const { rows } = await client.query(`explain (costs off) ${query}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

/** Whether adding a job with the key of a running job writes a new version of the row of the running one. */
async function isWrittenWhenAddedAgain(): Promise<boolean> {
  const add = `select id from graphile_worker.add_job('test', job_key := 'added again')`;
  const find = 'select ctid from graphile_worker._private_jobs where id = $1';
  await client.query('begin');
  const { rows: added } = await client.query(add);
  const id = [added[0]?.id];
  await client.query(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker' where id = $1`,
    id,
  );
  const { rows: before } = await client.query(find, id);
  await client.query(add);
  const { rows: after } = await client.query(find, id);
  await client.query('rollback');
  expect(before).toHaveLength(1);
  return before[0]?.ctid !== after[0]?.ctid;
}

// Each test shows the behaviour of a dependency that one of our tricks works around. When it fails after an upgrade, the
// trick may no longer be needed: docs/decisions/0029-built-by-us-and-why.md names it.
describe('the reason still holds', () => {
  test('for the shadowed pg_notify: the queue notifies in the transaction that adds jobs', async () => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const heard: unknown[] = [];
    client.on('notification', ({ processId }) => heard.push(processId));
    await client.query('listen "jobs:insert"');
    await client.query('begin');
    await client.query(`select graphile_worker.add_job('test')`);
    await client.query('commit');
    await client.query('unlisten *');
    expect(heard).toEqual([rows[0]?.pid]);
  });

  test('for the release of keys: without it, adding a key again writes to the running job of that key', async () => {
    expect(await isWrittenWhenAddedAgain()).toBe(false);
    await client.query('alter table graphile_worker._private_jobs disable trigger parley_release_key');
    expect(await isWrittenWhenAddedAgain()).toBe(true);
    await client.query('alter table graphile_worker._private_jobs enable trigger parley_release_key');
  });

  test('for enable_seqscan = off: a plan for a small table is kept when the table has grown', async () => {
    await client.query(`
      create temp table grown (tenant_id uuid, id uuid, primary key (tenant_id, id));
      insert into grown values (gen_random_uuid(), gen_random_uuid());
      analyze grown;
      set plan_cache_mode = force_generic_plan;
      prepare look_up (uuid, uuid) as select from grown where tenant_id = $1 and id = $2`);
    const lookUp = 'execute look_up (gen_random_uuid(), gen_random_uuid())';
    expect(await explain(lookUp)).toContain('Seq Scan');
    await client.query(
      'insert into grown select gen_random_uuid(), gen_random_uuid() from generate_series(1, 10000)',
    );
    expect(await explain(lookUp)).toContain('Seq Scan');
    await client.query('set enable_seqscan = off; deallocate look_up');
    await client.query('prepare look_up (uuid, uuid) as select from grown where tenant_id = $1 and id = $2');
    expect(await explain(lookUp)).toContain('Index');
    await client.query('reset enable_seqscan; reset plan_cache_mode');
  });

  test('for the hidden tenant of bulk statements: a tenant that the statistics do not include is expected to have no rows', async () => {
    await client.query(`
      create temp table owned (tenant_id uuid, id uuid, name text);
      create index owned_by_id on owned (tenant_id, id);
      create index owned_by_name on owned (tenant_id, name);
      insert into owned select '00000000-0000-7000-8000-000000000001', gen_random_uuid(), 'name'
      from generate_series(1, 20000);
      analyze owned`);
    const lookUps = (tenant: string) => `
      with tenant as materialized (select '00000000-0000-7000-8000-000000000002'::uuid as id)
      select found.name from unnest(array(select gen_random_uuid() from generate_series(1, 10))) asked (id)
      cross join tenant
      cross join lateral (select * from owned where tenant_id = ${tenant} and owned.id = asked.id offset 0) found`;
    const seen = await explain(lookUps(`'00000000-0000-7000-8000-000000000002'`));
    expect(seen).toContain('Filter: (id = asked.id)');
    const hidden = await explain(lookUps('tenant.id'));
    expect(hidden).toContain('Index Cond: ((tenant_id = tenant.id) AND (id = asked.id))');
  });
});
