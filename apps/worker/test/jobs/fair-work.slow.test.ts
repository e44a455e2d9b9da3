import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { newId } from '@parley/core';
import { createTenant } from '@parley/testkit';
import { useConnections, useResource, useTestDatabase } from '@parley/testkit/hooks';
import { waitUntil } from '@parley/testkit/wait-until';
import { pino } from 'pino';
import { createWorker, parseWorkerConfig } from '../../src/index.js';
import type { Task } from '../../src/jobs/define-task.js';

jest.setTimeout(60_000);

/** The tenants of the jobs that have started, in order. */
const started: string[] = [];
let onStart: (() => void) | undefined;

/** Simulates a task: it takes a moment, like a task that queries the database. */
const record: Task = {
  name: 'end-snooze',
  async run(payload) {
    started.push(tenantOf(payload));
    onStart?.();
    await new Promise(setImmediate);
  },
};

const target = useTestDatabase();
const database = useConnections(target);
const worker = useResource(async () =>
  createWorker({
    database,
    config: parseWorkerConfig({}),
    logger: pino({ level: 'silent' }),
    now: () => new Date(),
    tasks: [record],
  }),
);
afterEach(async () => {
  onStart = undefined;
  await waitUntil(async () => (await waitingCount()) === 0);
  await worker.stop();
  started.length = 0;
});

describe('a worker', () => {
  test('starts the only job of a tenant during a backlog of another tenant', async () => {
    const [busy, small] = [newId(), newId()];
    await add(busy, 3_000);
    const added = whenStarted(100, () => add(small, 1).then(() => started.length));
    await worker.start();
    await waitUntil(() => started.includes(small));
    // The job is claimed by the next claim, and starts as soon as a slot is free.
    expect(started.indexOf(small) - (await added)).toBeLessThan(200);
  });

  test('starts interactive jobs during a backlog of bulk jobs, even of the same tenant', async () => {
    const [busy, small] = [newId(), newId()];
    await add(busy, 3_000, { isBulk: true });
    const added = whenStarted(100, async () => {
      await add(small, 1);
      await add(busy, 20);
      return started.length;
    });
    await worker.start();
    await waitUntil(async () => (await added) > 0 && (await interactiveCount()) === 0);
    expect(started.indexOf(small) - (await added)).toBeLessThan(200);
    expect(started.length).toBeLessThan(2_000);
  });

  test('shares its starts evenly among tenants that all have work', async () => {
    const tenants: string[] = [];
    for (let tenant = 0; tenant < 20; tenant += 1) tenants.push((await createTenant(target.database)).id);
    // The jobs were added tenant by tenant: in that order the last tenant would wait for all others.
    for (const tenant of tenants) await add(tenant, 150);
    await worker.start();
    await waitUntil(() => started.length === 3_000);
    const early = started.slice(0, 2_000);
    const counts = tenants.map((tenant) => early.filter((other) => other === tenant).length);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(90);
    expect(Math.max(...counts)).toBeLessThanOrEqual(110);
  });

  test('runs bulk jobs even while interactive jobs keep arriving', async () => {
    const [busy, campaign] = [newId(), newId()];
    await add(busy, 2_000);
    await add(campaign, 200, { isBulk: true });
    await worker.start();
    await waitUntil(() => started.length === 2_200);
    const last = started.lastIndexOf(campaign);
    expect(last).toBeLessThan(1_500);
    expect(started.slice(0, last).filter((tenant) => tenant === campaign).length / last).toBeGreaterThan(
      0.15,
    );
  });
});

/** Runs the work once, when this many jobs have started. */
function whenStarted<Result>(count: number, work: () => Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    onStart = () => {
      if (started.length === count) work().then(resolve, reject);
    };
  });
}

async function add(tenantId: string, count: number, { isBulk = false } = {}): Promise<void> {
  await target.database.pool.query(
    `select parley_quiet.add_announced_jobs(array_agg(('end-snooze', json_build_object('tenantId', $1::text), null,
       null, null, null, parley_quiet.lane($1::text, $3, null), null)::graphile_worker.job_spec))
     from generate_series(1, $2::int)`,
    [tenantId, count, isBulk],
  );
}

async function waitingCount(): Promise<number> {
  const { rows } = await target.database.pool.query(
    'select count(*)::int as jobs from graphile_worker._private_jobs',
  );
  return rows[0].jobs;
}

async function interactiveCount(): Promise<number> {
  const { rows } = await target.database.pool.query(
    'select count(*)::int as jobs from graphile_worker._private_jobs where priority < 0',
  );
  return rows[0].jobs;
}

function tenantOf(payload: unknown): string {
  if (typeof payload === 'object' && payload !== null && 'tenantId' in payload)
    return String(payload.tenantId);
  throw new Error('The job has no tenant.');
}
