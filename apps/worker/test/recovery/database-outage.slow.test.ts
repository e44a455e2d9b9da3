import { describe, expect, jest, test } from '@jest/globals';
import { useConnections, useResource, useTestDatabase } from '@parley/testkit/hooks';
import { waitUntil } from '@parley/testkit/wait-until';
import { pino } from 'pino';
import { ClaimGate } from '../../src/jobs/claim-gate.js';
import { FairClaims } from '../../src/jobs/fair-claims.js';
import { startRunner } from '../../src/jobs/runner.js';
import { startFailingRelay } from '../support/failing-relay.js';

jest.setTimeout(60_000);

const target = useTestDatabase();
const relay = useResource(
  () => startFailingRelay(target.url),
  ({ close }) => close(),
);
const database = useConnections(relay, { directUrl: null, responseTimeoutMs: 6_000 });
let refuse: (() => void) | undefined;
const completions: (() => void)[] = [];
let pools = 0;
let started = 0;

useResource(
  () =>
    startRunner({
      database,
      logger: pino({ level: 'silent' }),
      concurrency: 2,
      claims: new FairClaims({ concurrency: 2 }),
      gate: new ClaimGate(),
      onPool: () => {
        pools += 1;
      },
      taskList: {
        start: async () => {
          started += 1;
        },
        complete: () =>
          new Promise<void>((resolve) => {
            completions.push(resolve);
          }),
        fail: () =>
          new Promise((_, reject) => {
            refuse = () => reject(new Error('as planned'));
          }),
      },
    }),
  (runner) => runner.stop(10_000),
);

describe('a job that fails while a pooler has no server', () => {
  test('is recorded when the server is back; the process does not end', async () => {
    const { pool } = target.database;
    await pool.query(`select graphile_worker.add_job('fail', max_attempts => 1)`);
    await waitUntil(() => refuse !== undefined);
    relay.fail();
    // The queue's claims are refused too, so more than one login must be.
    const refused = untilRefused(2);
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

describe('a job that is completed while the database is unavailable', () => {
  test('runs again when the database is back, which may have lost its work, and the queue claims the next job at once', async () => {
    const { pool } = target.database;
    await pool.query(`select graphile_worker.add_job('complete')`);
    await waitUntil(() => completions.length === 1);
    const before = { pools, started };
    relay.fail();
    const refused = untilRefused(3);
    completions[0]?.();
    await waitUntil(refused);
    relay.recover();
    const recoveredMs = performance.now();
    await pool.query(`select graphile_worker.add_job('start')`);
    await waitUntil(() => started > before.started);
    // A queue that shuts down is replaced after 6 s.
    expect(performance.now() - recoveredMs).toBeLessThan(5_000);
    await waitUntil(() => completions.length === 2);
    const { rows } = await pool.query(
      `select attempts from graphile_worker.jobs where task_identifier = 'complete'`,
    );
    expect(rows).toEqual([{ attempts: 1 }]);
    completions[1]?.();
    await waitUntil(async () => (await countJobs('complete')) + (await countJobs('start')) === 0);
    expect(pools).toBe(before.pools);
  });
});

describe('a job whose claim was committed, but the response was lost', () => {
  test('is claimed again at the next poll', async () => {
    const before = started;
    relay.loseResponseTo('claim-jobs');
    await target.database.pool.query(`select graphile_worker.add_job('start')`);
    await waitUntil(() => started > before);
    await waitUntil(async () => (await countJobs('start')) === 0);
  });
});

describe('a job that is added after an outage', () => {
  test.each([
    ['a pooler had no server', '08P01'],
    ['the server was starting', '57P03'],
  ])('starts at the next poll, however long %s', async (_, code) => {
    relay.fail(code);
    // With a backoff, the queue would now wait for at least 5 s: half of 3 s × 1.5³.
    await waitUntil(untilRefused(4));
    relay.recover();
    const recoveredMs = performance.now();
    const before = started;
    await target.database.pool.query(`select graphile_worker.add_job('start')`);
    await waitUntil(() => started > before);
    expect(performance.now() - recoveredMs).toBeLessThan(5_000);
    await waitUntil(async () => (await countJobs('start')) === 0);
  });
});

async function countJobs(task: string): Promise<number> {
  const { rows } = await target.database.pool.query<{ count: number }>(
    'select count(*)::int as count from graphile_worker.jobs where task_identifier = $1',
    [task],
  );
  return rows[0]?.count ?? 0;
}

/** Returns whether so many logins have been refused since this call. */
function untilRefused(count: number): () => boolean {
  const before = relay.refused();
  return () => relay.refused() >= before + count;
}
