import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@parley/testkit';
import { pino } from 'pino';
import { FairClaims } from '../../src/jobs/fair-claims.js';
import { type Runner, type RunnerTiming, startRunner } from '../../src/jobs/runner.js';
import { waitUntil } from '../support/wait-until.js';

jest.setTimeout(60_000);

/** These queues end at once, so the deadline of the first one passes while the second one works. */
const timing: RunnerTiming = { startAgainAfterMs: 50, endsWithinMs: 1_000 };

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
    timing,
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

describe('a queue that shut down by itself and has ended', () => {
  test('does not affect the next one, which continues past the deadline of the first', async () => {
    await sql(`select graphile_worker.add_job('hold')`);
    await waitUntil(() => held.length === 1);
    await sql('alter table graphile_worker._private_jobs rename to jobs_away');
    held[0]?.();
    await waitUntil(() => lines.includes('Failed to complete jobs'));
    await sql('alter table graphile_worker.jobs_away rename to _private_jobs');
    await waitUntil(() => pools.length === 2);
    const late = (3 * timing.endsWithinMs) / 1_000;
    await sql(`select graphile_worker.add_job('finish', run_at => now() + ${late} * interval '1 second')`);
    await waitUntil(() => isDone);
    expect(pools).toHaveLength(2);
    expect(lines).not.toContain('does not end');
  });
});
