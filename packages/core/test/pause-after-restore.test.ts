import { beforeEach, expect, test } from '@jest/globals';
import type { Database } from '@parley/database';
import { useTestDatabase } from '../../testkit/src/hooks/index.js';
import { pauseAfterRestore, readPause } from '../src/index.js';
import { readServerPosition } from '../src/installation/server-position.js';
import { resumeWorkers } from '../src/tenants/administration.js';

const target = useTestDatabase();

beforeEach(() => target.database.pool.query('delete from installation'));

test('a resume is not overruled by a worker that has just read another place', async () => {
  await target.database.pool.query(`insert into installation (place) values ('1-1')`);
  await pauseAfterRestore(resumedBeforeThePause(), undefined);
  expect(await readPause(target.database)).toBeUndefined();
});

test('a resume is not overruled by a worker that has just compared positions', async () => {
  const { place } = await readServerPosition(target.database);
  await pauseAfterRestore(resumedBeforeThePause(), { place, walPosition: 'FFFFFFFF/0', resumes: 0 });
  expect(await readPause(target.database)).toBeUndefined();
});

test('the second check after a resume finds the new place, and pauses nothing', async () => {
  await target.database.pool.query(`insert into installation (place) values ('1-1')`);
  await pauseAfterRestore(target.database, undefined);
  expect(await readPause(target.database)).toMatchObject({ reason: expect.stringContaining('dump') });
  await resumeWorkers(target.database);
  await pauseAfterRestore(target.database, undefined);
  expect(await readPause(target.database)).toBeUndefined();
});

/** A database on which an operator resumes the workers immediately before a worker would pause them. */
function resumedBeforeThePause(): Pick<Database, 'sql'> {
  const { sql } = target.database;
  return {
    sql: async (statement, values) => {
      if (statement.name?.startsWith('pause-workers')) await resumeWorkers(target.database);
      return sql(statement, values);
    },
  };
}
