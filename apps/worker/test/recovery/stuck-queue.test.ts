import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@parley/testkit';
import { pino } from 'pino';
import { FairClaims } from '../../src/jobs/fair-claims.js';
import { type Runner, startRunner } from '../../src/jobs/runner.js';
import { waitUntil } from '../support/wait-until.js';

jest.setTimeout(60_000);

let target: TestDatabase;
let runner: Runner;
let lines = '';
const pools: string[] = [];
const held: (() => void)[] = [];
let isDone = false;

beforeAll(async () => {
  target = await createTestDatabase();
  runner = await startRunner({
    database: target.database,
    logger: pino({}, { write: (line: string) => (lines += line) }),
    concurrency: 5,
    claims: new FairClaims({ concurrency: 5 }),
    onPool: (name) => pools.push(name),
    taskList: {
      hold: () => new Promise<void>((resolve) => held.push(resolve)),
      finish() {
        isDone = true;
      },
    },
  });
});

afterAll(async () => {
  await runner?.stop(10_000);
  await target?.close();
});

const sql = (text: string) => target.database.pool.query(text);
const countFailures = () => lines.split('Failed to complete jobs').length - 1;

describe('a queue that stops because its writes fail one after another', () => {
  test('is replaced by another queue, even if it does not end', async () => {
    for (let number = 0; number < 5; number += 1) await sql(`select graphile_worker.add_job('hold')`);
    await waitUntil(() => held.length === 5);
    await sql('alter table graphile_worker._private_jobs rename to jobs_away');
    for (const [index, letGo] of held.entries()) {
      letGo();
      await waitUntil(() => countFailures() > index);
    }
    await sql('alter table graphile_worker.jobs_away rename to _private_jobs');
    await sql(`select graphile_worker.add_job('finish')`);
    await waitUntil(() => isDone);
    expect(pools).toHaveLength(2);
  });
});
