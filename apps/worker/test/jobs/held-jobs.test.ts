import { beforeEach, describe, expect, test } from '@jest/globals';
import { useTestDatabase } from '@parley/testkit/hooks';
import { HeldJobs } from '../../src/jobs/held-jobs.js';

const target = useTestDatabase();

beforeEach(() => target.database.pool.query('truncate graphile_worker._private_jobs'));

async function addJob(): Promise<string> {
  const { rows } = await target.database.pool.query(
    `select id::text from graphile_worker.add_job('start', '{}')`,
  );
  return rows[0].id;
}

/** Locks jobs for a pool, as a claim does. */
const lock = (poolId: string, ids: readonly string[]) => async () =>
  target.database.pool.query(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = now(), attempts = attempts + 1
     where id = any ($2::bigint[]) returning id::text, priority, payload`,
    [poolId, ids],
  );

async function locks(): Promise<(string | null)[]> {
  const { rows } = await target.database.pool.query(
    'select locked_by from graphile_worker._private_jobs order by id',
  );
  return rows.map(({ locked_by }) => locked_by);
}

const lost = async () => {
  throw Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' });
};

describe('a claim whose response was lost', () => {
  test('is released before the next claim; jobs that run, and those of other workers, stay locked', async () => {
    const { pool } = target.database;
    const held = new HeldJobs();
    const [running, claimed, foreign] = [await addJob(), await addJob(), await addJob()];
    await held.claim(pool, 'own', lock('own', [running]));
    await lock('other', [foreign])();
    const commitAndLose = async () => {
      await lock('own', [claimed])();
      return lost();
    };
    await expect(held.claim(pool, 'own', commitAndLose)).rejects.toThrow('Connection terminated');
    expect(await locks()).toEqual(['own', 'own', 'other']);
    await held.claim(pool, 'own', lock('own', []));
    expect(await locks()).toEqual(['own', null, 'other']);
  });

  test('of jobs that have ended meanwhile does not keep them', async () => {
    const { pool } = target.database;
    const held = new HeldJobs();
    const ended = await addJob();
    await held.claim(pool, 'own', lock('own', [ended]));
    held.forgetting(held.ending([ended]))(undefined);
    await expect(held.claim(pool, 'own', lost)).rejects.toThrow();
    await held.claim(pool, 'own', lock('own', []));
    expect(await locks()).toEqual([null]);
  });
});

describe('the surplus of a claim', () => {
  const claimWithSurplus = (id: string) => async () => {
    const { rows } = await lock('own', [id])();
    return { rows, surplus: new Map(rows.map((job) => [job, 250])) };
  };

  test('is released for the given time, is not returned, and counts as no attempt', async () => {
    const { pool } = target.database;
    const held = new HeldJobs();
    const id = await addJob();
    expect((await held.claim(pool, 'own', claimWithSurplus(id))).rows).toEqual([]);
    const { rows } = await pool.query(
      `select locked_by, attempts, extract(epoch from run_at - now())::float as seconds
       from graphile_worker._private_jobs`,
    );
    expect(rows).toEqual([{ locked_by: null, attempts: 0, seconds: expect.closeTo(250, -2) }]);
  });

  test('is released before the next claim, if its release was lost', async () => {
    const { pool } = target.database;
    const held = new HeldJobs();
    const id = await addJob();
    const broken = Object.create(pool, { query: { value: lost } });
    await expect(held.claim(broken, 'own', claimWithSurplus(id))).rejects.toThrow('Connection terminated');
    expect(await locks()).toEqual(['own']);
    await held.claim(pool, 'own', lock('own', []));
    expect(await locks()).toEqual([null]);
  });
});

describe('a release', () => {
  test('leaves a job that another worker has claimed', async () => {
    const { pool } = target.database;
    const held = new HeldJobs();
    const id = await addJob();
    await held.claim(pool, 'own', lock('own', [id]));
    await lock('other', [id])();
    await held.release(pool, held.ending([id]));
    expect(await locks()).toEqual(['other']);
  });

  test('that is repeated leaves a job that this worker has claimed again', async () => {
    const { pool } = target.database;
    const held = new HeldJobs();
    const id = await addJob();
    await held.claim(pool, 'own', lock('own', [id]));
    const ending = held.ending([id]);
    await held.release(pool, ending);
    expect(await locks()).toEqual([null]);
    await held.claim(pool, 'own', lock('own', [id]));
    await held.release(pool, ending);
    held.forgetting(ending)(undefined);
    expect(await locks()).toEqual(['own']);
    // The job of the new claim is still held.
    await expect(held.claim(pool, 'own', lost)).rejects.toThrow();
    await held.claim(pool, 'own', lock('own', []));
    expect(await locks()).toEqual(['own']);
  });

  test('does not count as an attempt', async () => {
    const { pool } = target.database;
    const held = new HeldJobs();
    const id = await addJob();
    await held.claim(pool, 'own', lock('own', [id]));
    await held.release(pool, held.ending([id]));
    const { rows } = await pool.query('select attempts from graphile_worker._private_jobs');
    expect(rows).toEqual([{ attempts: 0 }]);
  });
});
