import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { openDatabase } from '@parley/database';
import { createTenant, createTestDatabase, type TestDatabase, testKeys } from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import { pino } from 'pino';
import { createWorker, parseWorkerConfig, type Worker } from '../../src/index.js';
import type { Task } from '../../src/jobs/define-task.js';
import { ReleaseDelays } from '../../src/jobs/release-delays.js';
import { findSurplus } from '../../src/jobs/surplus-jobs.js';

jest.setTimeout(60_000);

/** The tenants of the jobs that have started, by task. */
let started: Record<'exports' | 'others', string[]>;
let endExports: () => void;
let untilEnd: Promise<void>;

/** An export that takes long: it runs until the test ends it. */
const exporting: Task = {
  name: 'export-contact',
  mayTakeLong: true,
  mostAtOnce: 2,
  async run(payload) {
    started.exports.push(Object(payload).tenantId);
    await untilEnd;
  },
};

const other = (name: Task['name']): Task => ({
  name,
  mayTakeLong: name === 'erase-contact',
  run: async (payload) => void started.others.push(`${name} ${Object(payload).tenantId}`),
});

let target: TestDatabase;
let worker: Worker;
let stop: () => Promise<void>;

beforeEach(async () => {
  started = { exports: [], others: [] };
  untilEnd = new Promise((resolve) => {
    endExports = resolve;
  });
  target = await createTestDatabase();
  const database = openDatabase({ url: target.url, keys: testKeys });
  worker = createWorker({
    database,
    config: parseWorkerConfig({}),
    logger: pino({ level: 'silent' }),
    now: () => new Date(),
    tasks: [exporting, other('start-campaign'), other('erase-contact'), other('end-snooze')],
  });
  stop = async () => {
    endExports();
    await worker.stop();
    await database.close();
    await target.close();
  };
});
afterEach(() => stop());

describe('exports that wait for the limit of their task', () => {
  test('do not delay the campaign and the erasure that their tenant has started after 200 of them', async () => {
    const { id } = await createTenant(target.database);
    await add('export-contact', id, { count: 200 });
    await add('start-campaign', id);
    await add('erase-contact', id);
    await worker.start();
    await waitUntil(() => started.others.length === 2);
    expect(started.others.sort()).toEqual([`erase-contact ${id}`, `start-campaign ${id}`]);
    // The jobs of a claim are locked until its surplus is released.
    await waitUntil(async () => (await countLocked()) <= 5);
    expect(started.exports).toEqual([id]);
  });

  test('of forty tenants do not delay the bulk and the interactive jobs of another', async () => {
    for (let tenant = 0; tenant < 40; tenant += 1)
      await add('export-contact', (await createTenant(target.database)).id, { count: 10 });
    await worker.start();
    await waitUntil(async () => started.exports.length === 2 && (await countLocked()) >= 32);
    const { id } = await createTenant(target.database);
    await add('end-snooze', id, { isBulk: false });
    await waitUntil(() => started.others.includes(`end-snooze ${id}`));
    await add('start-campaign', id);
    await waitUntil(() => started.others.includes(`start-campaign ${id}`));
    await waitUntil(async () => (await countLocked()) <= 34);
    expect(started.exports).toHaveLength(2);
  });

  test('all run in the end, and their releases count as no attempt', async () => {
    const { id } = await createTenant(target.database);
    await add('export-contact', id, { count: 30 });
    await worker.start();
    await waitUntil(async () => (await countPutOff()) > 0);
    const { rows } = await target.database.pool.query(
      'select distinct attempts from graphile_worker._private_jobs where locked_by is null',
    );
    expect(rows).toEqual([{ attempts: 0 }]);
    endExports();
    await waitUntil(() => started.exports.length === 30);
    await waitUntil(async () => (await count('true')) === 0);
    expect(started.exports).toHaveLength(30);
  });
});

describe('the surplus of a claim', () => {
  const job = (id: string, priority: number, createdAt = 0) => ({
    id,
    priority,
    payload: {},
    limited_task: 'export-contact',
    created_at: new Date(createdAt),
  });
  const waiting = (lane: number, count: number) =>
    Array.from({ length: count }, () => ({ lane, task: 'export-contact' }));
  const idsOf = (jobs: Iterable<{ id: string }>) => [...jobs].map(({ id }) => id);

  test('has the newest jobs beyond four of a lane, and none of other tasks or of interactive lanes', () => {
    const others = [{ ...job('a', 1), limited_task: null }, job('b', -5)];
    const claimed = [job('c', 1, 3), job('d', 1, 1), job('e', 1, 2)];
    expect(idsOf(findSurplus([...others, ...claimed], waiting(1, 2)))).toEqual(['c']);
  });

  test('keeps the last place for the lane with the fewest jobs, however old those of others are', () => {
    const held = [1, 2, 3, 4, 5, 6, 7].flatMap((lane) => waiting(lane, 4));
    const claimed = [job('old', 8, 1), job('new', 9, 9)];
    expect(idsOf(findSurplus(claimed, [...held, ...waiting(8, 3)]))).toEqual(['old']);
    expect(idsOf(findSurplus(claimed, [...held, ...waiting(8, 4)]))).toEqual(['old', 'new']);
  });
});

describe('a released job', () => {
  test('is due again after a second, or later if its lane has released many', () => {
    const clock = { nowMs: 0 };
    const delays = new ReleaseDelays(() => clock.nowMs);
    const release = (lane: number, count: number) => {
      let seconds = 0;
      for (let index = 0; index < count; index += 1) seconds = delays.next(lane);
      return seconds;
    };
    expect(release(1, 100)).toBe(1);
    expect(release(1, 200)).toBe(3);
    expect(release(2, 1)).toBe(1);
    clock.nowMs = 1_000;
    expect(release(1, 100)).toBe(3);
    clock.nowMs = 10_000;
    expect(release(1, 1)).toBe(1);
    expect(release(1, 10_000)).toBe(60);
  });
});

async function add(
  task: Task['name'],
  tenantId: string,
  { count = 1, isBulk = true }: { readonly count?: number; readonly isBulk?: boolean } = {},
): Promise<void> {
  await target.database.pool.query(
    `select parley_quiet.add_announced_jobs(array_agg(($4::text, json_build_object('tenantId', $1::text), null,
       null, null, null, parley_quiet.lane($1::text, $3, null), null)::graphile_worker.job_spec))
     from generate_series(1, $2::int)`,
    [tenantId, count, isBulk, task],
  );
}

const countLocked = () => count('locked_by is not null');
const countPutOff = () => count('locked_by is null and run_at > now()');

async function count(condition: string): Promise<number> {
  const { rows } = await target.database.pool.query(
    `select count(*)::int as jobs from graphile_worker._private_jobs where ${condition}`,
  );
  return rows[0].jobs;
}
