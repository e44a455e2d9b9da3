import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { waitUntil } from '../../testkit/src/wait-until.js';
import {
  countUsageInTurn,
  countWaitingJobs,
  foldStoredBytes,
  newId,
  recountStoredBytes,
  startCountingUsage,
} from '../src/index.js';
import { createFile, createTenant } from './testkit.js';
import { useWorlds } from './use-worlds.js';
import { whileHeld } from './while-held.js';

const { database, prisma, own, other } = useWorlds();

const changesOf = (tenantId: string) =>
  database.pool
    .query<{ bytes: string }>('select bytes from stored_byte_changes where tenant_id = $1', [tenantId])
    .then(({ rows }) => rows.map(({ bytes }) => Number(bytes)));

const storedBytesOf = async (tenantId: string) => {
  const stored = await prisma.file.aggregate({ where: { tenantId }, _sum: { size: true } });
  return stored._sum.size ?? 0;
};

test('combining the changes leaves one row for each tenant, with the bytes of its files', async () => {
  const tenantId = own.tenant.id;
  const files = [];
  for (let count = 0; count < 3; count += 1) files.push(await createFile(database, tenantId));
  await prisma.file.deleteMany({ where: { id: files[0]?.id ?? '' } });
  expect((await changesOf(tenantId)).length).toBeGreaterThan(3);
  await foldStoredBytes(database);
  for (const id of [tenantId, other.tenant.id])
    expect(await changesOf(id)).toEqual([await storedBytesOf(id)]);
});

test('a change that another transaction has locked is neither lost nor counted twice', async () => {
  const tenantId = own.tenant.id;
  await createFile(database, tenantId);
  const holder = await database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from stored_byte_changes where tenant_id = $1 limit 1 for update', [tenantId]);
    await createFile(database, tenantId);
    await foldStoredBytes(database);
    const sum = (await changesOf(tenantId)).reduce((total, bytes) => total + bytes, 0);
    expect(sum).toBe(await storedBytesOf(tenantId));
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  await Promise.all([foldStoredBytes(database), foldStoredBytes(database)]);
  await foldStoredBytes(database);
  expect(await changesOf(tenantId)).toEqual([await storedBytesOf(tenantId)]);
});

test('one process counts at a time, and the next count is due after a pause', async () => {
  const turn = { overdueMs: 0, leastPauseMs: 60_000 };
  await prisma.usageCount.updateMany({ data: { dueAt: new Date(0), countedAt: null } });
  const counted = await Promise.all([1, 2, 3].map(() => countUsageInTurn(database, turn)));
  expect(counted.filter(Boolean)).toHaveLength(1);
  expect(await countUsageInTurn(database, turn)).toBe(false);
  const [count] = await prisma.usageCount.findMany({ where: { name: 'waiting_jobs' } });
  expect(count?.countedAt).toBeInstanceOf(Date);
  expect(Number(count?.dueAt) - Number(count?.countedAt)).toBeGreaterThanOrEqual(59_000);
});

test('a process that counts only what is overdue leaves the others their turn', async () => {
  const dueAgo = (ms: number) => prisma.usageCount.updateMany({ data: { dueAt: new Date(Date.now() - ms) } });
  const api = { overdueMs: 30_000, leastPauseMs: 30_000 };
  await dueAgo(10_000);
  expect(await countUsageInTurn(database, api)).toBe(false);
  await dueAgo(40_000);
  expect(await countUsageInTurn(database, api)).toBe(true);
});

test('a job for several deliveries counts as that many waiting jobs', async () => {
  const { id: tenantId } = await createTenant(database);
  const add = (payload: object) =>
    database.pool.query(`select graphile_worker.add_job('deliver-event', $1::json)`, [
      JSON.stringify(payload),
    ]);
  await add({ tenantId });
  await add({ tenantId, deliveryIds: [newId(), newId(), newId()] });
  await countWaitingJobs(database);
  expect(await prisma.waitingJobCount.findMany({ where: { tenantId } })).toEqual([{ tenantId, jobs: 4 }]);
});

test('a recount corrects nothing while another one runs', async () => {
  await recountStoredBytes(database);
  const holder = await database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query(`select pg_advisory_xact_lock(hashtextextended('recount-stored-bytes', 0))`);
    await database.pool.query('insert into stored_byte_changes (tenant_id, bytes) values ($1, 1000)', [
      own.tenant.id,
    ]);
    expect(await recountStoredBytes(database)).toEqual([]);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  expect(await recountStoredBytes(database)).toEqual([{ tenantId: own.tenant.id, bytes: -1000 }]);
});

test('a recount corrects what was counted wrongly, and finds nothing when it runs again', async () => {
  const tenantId = own.tenant.id;
  for (const id of [tenantId, other.tenant.id]) await createFile(database, id);
  await recountStoredBytes(database);
  await database.pool.query('insert into stored_byte_changes (tenant_id, bytes) values ($1, 1000)', [
    tenantId,
  ]);
  await database.pool.query('delete from stored_byte_changes where tenant_id = $1', [other.tenant.id]);
  const missing = await storedBytesOf(other.tenant.id);
  const drifts = await recountStoredBytes(database);
  expect(drifts).toContainEqual({ tenantId, bytes: -1000 });
  expect(missing).toBeGreaterThan(0);
  expect(drifts).toContainEqual({ tenantId: other.tenant.id, bytes: missing });
  for (const id of [tenantId, other.tenant.id]) {
    const sum = (await changesOf(id)).reduce((total, bytes) => total + bytes, 0);
    expect(sum).toBe(await storedBytesOf(id));
  }
  expect(await recountStoredBytes(database)).toEqual([]);
});

/** Counts without a pause; `planned` has the pauses that were asked for. */
function startCounting() {
  const planned: number[] = [];
  const stop = startCountingUsage({
    database: database,
    onFailed: (error) => {
      throw error;
    },
    startAfterMs: 0,
    overdueMs: -60_000,
    get leastPauseMs() {
      planned.push(planned.length);
      return 1;
    },
  });
  return { planned, stop };
}

test('a process counts again and again, until it is stopped', async () => {
  const { planned, stop } = startCounting();
  await waitUntil(() => planned.length >= 6);
  await stop();
  expect(planned.length).toBeGreaterThanOrEqual(6);
});

test('a count that is running when a process stops is the last one, and the stop waits for it', async () => {
  let counting: ReturnType<typeof startCounting> | undefined;
  await whileHeld(database, {
    hold: (client) => client.query('select from usage_counts for update'),
    work: async () => {
      counting = startCounting();
      while (counting.planned.length === 0) await delay(1);
      await counting.stop();
    },
  });
  // One pause is read by the count itself, and none is planned after it.
  expect(counting?.planned).toHaveLength(1);
});
