import { describe, expect, test } from '@jest/globals';
import { useLanes } from './support/use-lanes.js';

const jobs = useLanes();
const { query, add } = jobs;

describe('the claim of jobs', () => {
  test('reads few blocks, however many jobs of other tenants wait, also with the plans for a single job', async () => {
    const claimJobs = `select * from parley_quiet.claim_jobs('a pool',
       array(select id from graphile_worker._private_tasks), array[8, 8], array[-32769, -1], '{}', '{}', 64, '{}', '{}')`;
    const client = await jobs.target.database.pool.connect();
    const blocks: number[] = [];
    try {
      // New statistics would discard the plans.
      await query('alter table graphile_worker._private_jobs set (autovacuum_enabled = off)');
      await add('small', 1);
      await query('vacuum analyze graphile_worker._private_jobs');
      await client.query(claimJobs);
      await query('delete from graphile_worker._private_jobs');
      await add('busy', 20_000);
      await add('patient', 20_000, { dueIn: 3_600 });
      await add('small', 1);
      for (let claims = 0; claims < 4; claims += 1) {
        await client.query('begin');
        const { rows } = await client.query(`explain (analyze, buffers, format json) ${claimJobs}`);
        await client.query('rollback');
        const { Plan: plan } = rows[0]['QUERY PLAN'][0];
        expect(plan['Actual Rows']).toBe(5);
        blocks.push(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']);
      }
    } finally {
      await query('alter table graphile_worker._private_jobs reset (autovacuum_enabled)');
      client.release();
    }
    // All jobs fill more than a thousand blocks.
    expect(Math.min(...blocks)).toBeLessThan(300);
  });

  test('finds the tenants with due jobs by the index, also with the plans of an empty table', async () => {
    const client = await jobs.target.database.pool.connect();
    const countBlocks = async () => {
      const { rows } = await client.query(
        'explain (analyze, buffers, format json) select parley_quiet.move_due_jobs(-1)',
      );
      const { Plan: plan } = rows[0]['QUERY PLAN'][0];
      return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    };
    const addDue = async (tenant: string, count: number) => {
      await add(tenant, count, { dueIn: 3_600 });
      await query(`update graphile_worker._private_jobs set run_at = now() where run_at > now()`);
    };
    try {
      // New statistics would discard the plans, and the next call would also read the catalog.
      await query('alter table graphile_worker._private_jobs set (autovacuum_enabled = off)');
      await client.query('select parley_quiet.move_due_jobs(-1)');
      await addDue('busy', 2_000);
      await addDue('small', 1);
      const few = await countBlocks();
      await addDue('busy', 20_000);
      await addDue('other', 1);
      // Both move about as many jobs. Reading the jobs of the busy tenant to find the other would triple the blocks.
      expect(await countBlocks()).toBeLessThan(1.6 * few);
    } finally {
      await query('alter table graphile_worker._private_jobs reset (autovacuum_enabled)');
      client.release();
    }
  });
});
