import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type Database, openDatabase } from '@parley/database';
import { createTestDatabase, type TestDatabase, testKeys } from '@parley/testkit';
import { pino } from 'pino';
import { FairClaims } from '../../src/jobs/fair-claims.js';
import { type Runner, startRunner } from '../../src/jobs/runner.js';
import { type FailingRelay, startFailingRelay } from '../support/failing-relay.js';
import { waitUntil } from '../support/wait-until.js';

jest.setTimeout(60_000);

let target: TestDatabase;
let relay: FailingRelay;
let database: Database;
let runner: Runner;
let refuse: (() => void) | undefined;

beforeAll(async () => {
  target = await createTestDatabase();
  relay = await startFailingRelay(target.url);
  database = openDatabase({ url: relay.url, keys: testKeys, directUrl: null });
  runner = await startRunner({
    database,
    logger: pino({ level: 'silent' }),
    concurrency: 2,
    claims: new FairClaims({ concurrency: 2 }),
    onPool: () => undefined,
    taskList: {
      fail: () =>
        new Promise((_, reject) => {
          refuse = () => reject(new Error('as planned'));
        }),
    },
  });
});

afterAll(async () => {
  await runner.stop(10_000);
  await database.close();
  await relay.close();
  await target.close();
});

describe('a job that fails while a pooler has no server', () => {
  test('is recorded when the server is back; the process does not end', async () => {
    const { pool } = target.database;
    await pool.query(`select graphile_worker.add_job('fail')`);
    await waitUntil(() => refuse !== undefined);
    relay.fail();
    const refused = countRefused();
    refuse?.();
    await waitUntil(refused);
    relay.recover();
    const read = async () => {
      const { rows } = await pool.query('select last_error, locked_by from graphile_worker._private_jobs');
      return rows;
    };
    await waitUntil(async () => (await read())[0]?.last_error !== null);
    expect(await read()).toEqual([{ last_error: 'as planned', locked_by: null }]);
  });
});

/** Whether the record of the failed job was refused: the queue's polling is refused too, so more than one login must be. */
function countRefused(): () => boolean {
  const before = relay.refused();
  return () => relay.refused() >= before + 2;
}
