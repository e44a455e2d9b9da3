import { describe, expect, test } from '@jest/globals';
import { runMigrations } from '../src/index.js';
import { useLanes } from './support/use-lanes.js';

const jobs = useLanes();
const { query, add, claim, claimed } = jobs;

describe('the claim of jobs', () => {
  test('gives every tenant with work the same share, however much one has waiting', async () => {
    await add('busy', 1_000);
    await add('small', 3);
    await add('other', 1_000);
    expect(await claimed({ interactive: 30 })).toEqual({ busy: 10, small: 3, other: 10 });
  });

  test('gives all jobs to the only tenant with work, up to the limit of a worker', async () => {
    await add('busy', 1_000);
    const [first] = await claim({ interactive: 50 });
    expect(first).toMatchObject({ tenant: 'busy', jobs: 50 });
    expect(await claimed({ interactive: 50, held: [first?.lane ?? 0, 40] })).toEqual({ busy: 24 });
    expect(await claimed({ interactive: 50, held: [first?.lane ?? 0, 64] })).toEqual({});
  });

  test('counts a job for several deliveries as that many, in the share of a tenant and in the limit of a worker', async () => {
    await add('busy', 100, { deliveries: 10 });
    await add('other', 100);
    const claims = await claim({ interactive: 40 });
    expect(claims).toMatchObject([
      { tenant: 'busy', jobs: 2 },
      { tenant: 'other', jobs: 20 },
    ]);
    const lane = claims[0]?.lane ?? 0;
    expect(await claimed({ interactive: 200, held: [lane, 40] })).toEqual({ busy: 3, other: 64 });
    expect(await claimed({ interactive: 200, held: [lane, 64] })).toEqual({ other: 16 });
  });

  test('gives a tenant of twice the weight twice the share', async () => {
    await add('busy', 100);
    await add('heavy', 1);
    const heavy = (await claim({ interactive: 10 })).find(({ tenant }) => tenant === 'heavy');
    await add('heavy', 100);
    const shares = await claimed({ interactive: 30, weight: [heavy?.lane ?? 0, 2] });
    expect(shares).toEqual({ busy: 10, heavy: 20 });
  });

  test('reaches every tenant in turn when there are more tenants than jobs in a claim', async () => {
    for (let tenant = 0; tenant < 40; tenant += 1) await add(`tenant ${tenant}`, 5);
    const seen = new Set<string>();
    let after = -32_769;
    for (let round = 0; round < 4; round += 1) {
      const claims = await claim({ interactive: 10, after });
      for (const { tenant } of claims) seen.add(tenant);
      const lanes = claims.map(({ lane }) => lane);
      after = Math.max(...lanes);
    }
    expect(seen.size).toBe(40);
  });

  test('claims bulk jobs separately from interactive ones', async () => {
    await add('busy', 100, { isBulk: true });
    await add('busy', 100);
    expect(await claimed({ interactive: 8 })).toEqual({ busy: 8 });
    expect(await claimed({ bulk: 8 })).toEqual({ busy: 8 });
    expect(await claimed({ interactive: 3, bulk: 4 })).toEqual({ busy: 7 });
    const { rows } = await query(
      `select (priority >= 0) as "isBulk", count(*)::int as jobs from graphile_worker._private_jobs
       where locked_at is not null group by 1 order by 1`,
    );
    expect(rows).toEqual([
      { isBulk: false, jobs: 11 },
      { isBulk: true, jobs: 12 },
    ]);
  });

  test('skips jobs that are due later, and claims them in the lane of their tenant once they are due', async () => {
    await add('busy', 2, { dueIn: 3_600 });
    await add('busy', 2, { dueIn: 3_600, isBulk: true });
    expect(await lanes()).toEqual([-1, 32_767]);
    expect(await claimed({ interactive: 10, bulk: 10 })).toEqual({});
    await query(`update graphile_worker._private_jobs set run_at = now() - interval '1 second'`);
    expect(await claimed({ interactive: 10, bulk: 10 })).toEqual({ busy: 4 });
    const moved = await lanes();
    await query('truncate graphile_worker._private_jobs');
    await add('busy', 1);
    await add('busy', 1, { isBulk: true });
    expect(moved).toEqual(await lanes());
  });

  test.each([
    ['interactive', false],
    ['bulk', true],
  ])(
    'claims a due %s job of a small tenant soon, however many jobs of another were due before',
    async (_, isBulk) => {
      await add('busy', 1_000, { dueIn: 3_600, isBulk });
      await add('small', 1, { dueIn: 3_601, isBulk });
      await add('patient', 1, { dueIn: 100_000, isBulk });
      // Each job has another time, in another order than that of the ids.
      await query(
        `update graphile_worker._private_jobs
         set run_at = run_at - interval '2 hours' - id * 7919 % 20011 * interval '10 microseconds'`,
      );
      const seen: Record<string, number>[] = [];
      for (let round = 0; round < 3; round += 1) {
        seen.push(await claimed({ interactive: 10, bulk: 10, after: -2, bulkAfter: 32_766 }));
      }
      expect(seen.find(({ small }) => small === 1)).toBeDefined();
      expect(seen.find(({ patient }) => patient !== undefined)).toBeUndefined();
      // The order of each tenant's own jobs is kept.
      const { rows } = await query(
        `select max(run_at) filter (where locked_at is not null) <= min(run_at) filter (where locked_at is null) as "isOrdered"
       from graphile_worker._private_jobs where payload ->> 'tenantId' = 'busy'`,
      );
      expect(rows).toEqual([{ isOrdered: true }]);
    },
  );

  test('claims jobs of the lane 0, which an earlier release may still add, as bulk work', async () => {
    await add('early', 3);
    await query('update graphile_worker._private_jobs set priority = 0');
    expect(await claimed({ interactive: 5 })).toEqual({});
    expect(await claimed({ bulk: 2 })).toEqual({ early: 2 });
    // The claim continues with the first lane after the last one.
    expect(await claimed({ bulk: 2, bulkAfter: 32_766 })).toEqual({ early: 1 });
  });

  test('claims a job of the last lane, and continues with the first', async () => {
    await add('busy', 2);
    await query('update graphile_worker._private_jobs set priority = -2');
    expect(await claimed({ interactive: 1 })).toEqual({ busy: 1 });
    expect(await claimed({ interactive: 1, after: -2 })).toEqual({ busy: 1 });
  });

  test('postpones the jobs that the queue retries later, so that a lane without other jobs is examined only once', async () => {
    for (let tenant = 0; tenant < 200; tenant += 1) await add(`failing ${tenant}`, 1);
    await query(`update graphile_worker._private_jobs set run_at = now() + interval '1 hour'`);
    await add('small', 1);
    await query(
      `update graphile_worker._private_jobs set priority = -2 where payload ->> 'tenantId' = 'small'`,
    );
    // A claim looks at 128 lanes at most.
    expect(await claimed({ interactive: 10 })).toEqual({});
    expect(await claimed({ interactive: 10 })).toEqual({ small: 1 });
    expect(await lanes()).toEqual([-2, -1]);
  });

  test('moves jobs of an earlier release to the lanes of their tenants when the database is migrated', async () => {
    await add('early', 2);
    await query('update graphile_worker._private_jobs set priority = 0');
    await runMigrations(jobs.target.url);
    const moved = await lanes();
    await query('truncate graphile_worker._private_jobs');
    await add('early', 1);
    expect(moved).toEqual(await lanes());
  });

  test('of two concurrent workers gets different jobs', async () => {
    await add('busy', 100);
    const both = await Promise.all([claimed({ interactive: 40 }), claimed({ interactive: 40 })]);
    expect(both).toEqual([{ busy: 40 }, { busy: 40 }]);
  });

  test('moves few jobs before it claims, however many tenants have due jobs', async () => {
    for (let tenant = 0; tenant < 150; tenant += 1) await add(`tenant ${tenant}`, 30, { dueIn: 3_600 });
    await query(`update graphile_worker._private_jobs set run_at = now() - interval '1 hour'`);
    await query('select parley_quiet.move_due_jobs(-1)');
    const { rows } = await query(
      `select count(*)::int as moved, count(distinct payload ->> 'tenantId')::int as tenants
       from graphile_worker._private_jobs where priority <> -1`,
    );
    // The oldest hundred, and ten of each of at most 24 tenants.
    expect(rows[0].moved).toBeLessThanOrEqual(340);
    expect(rows[0].tenants).toBeGreaterThanOrEqual(23);
  });
});

describe('a claim', () => {
  test('does not wait for the disk, because a lost claim leaves the job waiting', async () => {
    const client = await jobs.target.database.pool.connect();
    try {
      await client.query('begin');
      await client.query('set local synchronous_commit = on');
      await client.query(
        `select from parley_quiet.claim_jobs('a pool', '{}', array[1, 1], array[-32769, -1], '{}', '{}', 64, '{}', '{}')`,
      );
      const { rows } = await client.query('show synchronous_commit');
      expect(rows).toEqual([{ synchronous_commit: 'off' }]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

async function lanes(): Promise<number[]> {
  const { rows } = await query('select distinct priority from graphile_worker._private_jobs order by 1');
  return rows.map(({ priority }) => priority);
}
