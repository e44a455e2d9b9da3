import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@parley/core';
import type { DeliveryStatus } from '@parley/database';
import { createTenant, createTestDatabase, createWebhook, type TestDatabase } from '@parley/testkit';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { maintain } from '../../src/maintenance/maintain.js';
import { createWorkerMetrics } from '../../src/metrics/worker-metrics.js';
import { unlockOrphans } from '../../src/recovery/unlock-orphans.js';

let testDatabase: TestDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});

afterAll(() => testDatabase.close());

const at = new Date('2026-11-14T09:30:00.000Z');
const day = 24 * 60 * 60 * 1_000;
const ago = (milliseconds: number) => new Date(at.getTime() - milliseconds);

const metrics = createWorkerMetrics(new Registry());

const run = () =>
  maintain({ database: testDatabase.database, logger: pino({ level: 'silent' }), metrics, now: () => at });

async function createDelivery(createdAt: Date, status: DeliveryStatus): Promise<string> {
  const { prisma } = testDatabase.database;
  const tenant = await createTenant(testDatabase.database);
  const webhook = await createWebhook(testDatabase.database, tenant.id);
  const key = { tenantId: tenant.id, id: newId() };
  const event = await prisma.event.create({ data: { ...key, type: 'chat.updated', data: {}, createdAt } });
  await prisma.delivery.create({
    data: {
      ...key,
      eventId: event.id,
      webhookId: webhook.id,
      eventType: 'chat_updated',
      status,
      createdAt,
      nextAttemptAt: status === 'pending' ? at : null,
      attempts: { create: { number: 1, startedAt: createdAt, durationMs: 1 } },
    },
  });
  return event.id;
}

async function resend(eventId: string, createdAt: Date): Promise<void> {
  const { prisma } = testDatabase.database;
  const { tenantId, id, webhookId, eventType } = await prisma.delivery.findFirstOrThrow({
    where: { eventId },
  });
  await prisma.delivery.create({
    data: {
      tenantId,
      id: newId(),
      eventId,
      webhookId,
      eventType,
      resendOfId: id,
      status: 'succeeded',
      createdAt,
    },
  });
}

const isThere = async (id: string) =>
  (await testDatabase.database.prisma.event.count({ where: { id } })) === 1;

describe('maintenance', () => {
  test('keeps the log of deliveries for 30 days, and pending deliveries longer', async () => {
    const old = await createDelivery(ago(30 * day + 1), 'succeeded');
    const young = await createDelivery(ago(30 * day - 1), 'failed');
    const waiting = await createDelivery(ago(31 * day), 'pending');
    const resent = await createDelivery(ago(31 * day), 'failed');
    await resend(resent, ago(29 * day));
    await run();
    const found = await Promise.all([old, young, waiting, resent].map(isThere));
    expect(found).toEqual([false, true, true, true]);
    const { prisma } = testDatabase.database;
    expect(await prisma.deliveryAttempt.count({ where: { delivery: { eventId: old } } })).toBe(0);
    expect(await prisma.deliveryAttempt.count({ where: { delivery: { eventId: young } } })).toBe(1);
  });

  test('never waits for a lock: an old event whose delivery is locked is kept until the next run', async () => {
    const locked = await createDelivery(ago(31 * day), 'succeeded');
    const free = await createDelivery(ago(31 * day), 'succeeded');
    const holder = await testDatabase.database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select from deliveries where event_id = $1 for update', [locked]);
      await run();
      expect(await Promise.all([locked, free].map(isThere))).toEqual([true, false]);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    await run();
    expect(await isThere(locked)).toBe(false);
  });

  test('removes more rows than one statement does', async () => {
    const { database } = testDatabase;
    const { id: tenantId } = await createTenant(database);
    const createdAt = ago(40 * day);
    const data = Array.from({ length: 2_500 }, () => ({
      tenantId,
      id: newId(),
      type: 'chat.updated',
      data: {},
      createdAt,
    }));
    await database.prisma.event.createMany({ data });
    await run();
    expect(await database.prisma.event.count({ where: { tenantId } })).toBe(0);
  });

  test('ends idempotency keys, windows of the rate limit, dead jobs and keys of signed URLs when their time is over', async () => {
    const { database } = testDatabase;
    const { prisma } = database;
    const { id: tenantId } = await createTenant(database);
    const key = (name: string, expiresAt: Date) => ({
      tenantId,
      key: name,
      operationId: 'o',
      requestHash: 'h',
      result: {},
      expiresAt,
    });
    await prisma.idempotencyKey.createMany({ data: [key('old', ago(1)), key('young', ago(-1))] });
    await prisma.rateLimitWindow.createMany({
      data: [
        { tenantId, windowStart: ago(6 * 60_000), count: 1 },
        { tenantId, windowStart: ago(60_000), count: 1 },
      ],
    });
    const channelId = newId();
    await prisma.inboundWindow.createMany({
      data: [
        { tenantId, channelId, windowStart: ago(6 * 60_000), count: 1 },
        { tenantId, channelId, windowStart: ago(60_000), count: 1 },
      ],
    });
    const dead = { task: 'deliver', payload: {}, error: 'x', attempts: 1, createdAt: ago(40 * day) };
    await prisma.deadJob.createMany({
      data: [
        { id: 1n, ...dead, diedAt: ago(31 * day) },
        { id: 2n, ...dead, diedAt: ago(day) },
      ],
    });
    const secret = new Uint8Array(32);
    await prisma.fileUrlKey.createMany({
      data: [32 * day + 1, 32 * day - 1].map((age) => ({ id: newId(), secret, createdAt: ago(age) })),
    });
    await run();
    expect((await prisma.fileUrlKey.findMany()).map((row) => row.createdAt)).toEqual([ago(32 * day - 1)]);
    expect((await prisma.idempotencyKey.findMany()).map((row) => row.key)).toEqual(['young']);
    expect((await prisma.rateLimitWindow.findMany()).map((row) => row.windowStart)).toEqual([ago(60_000)]);
    expect((await prisma.inboundWindow.findMany()).map((row) => row.windowStart)).toEqual([ago(60_000)]);
    expect((await prisma.deadJob.findMany()).map((row) => row.id)).toEqual([2n]);
  });

  test('unlocks jobs of unregistered workers, and not those of live ones', async () => {
    const { database } = testDatabase;
    await database.prisma.worker.create({ data: { id: newId(), poolId: 'alive' } });
    for (const name of ['alive', 'unknown', 'unknown-young']) {
      await database.pool.query(
        `with job as (select (graphile_worker.add_job('some-task', '{}')).id)
         select * from job`,
      );
      await database.pool.query(
        `update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - $2::int * interval '1 second'
         where id = (select max(id) from graphile_worker._private_jobs)`,
        [name, name.endsWith('young') ? 5 : 15],
      );
    }
    expect(await unlockOrphans(database, 10_000)).toBe(1);
    const { rows } = await database.pool.query(
      `select locked_by from graphile_worker.jobs where task_identifier = 'some-task' order by id`,
    );
    expect(rows).toEqual([{ locked_by: 'alive' }, { locked_by: null }, { locked_by: 'unknown-young' }]);
  });

  test('enqueues deliveries again that have been due for an hour', async () => {
    const eventId = await createDelivery(ago(2 * day), 'pending');
    const { database } = testDatabase;
    await database.pool.query('update deliveries set next_attempt_at = $2 where event_id = $1', [
      eventId,
      ago(3_700_000),
    ]);
    await run();
    await run();
    const { rowCount } = await database.pool.query('select from graphile_worker.jobs where key = $1', [
      `deliver:${eventId}`,
    ]);
    expect(rowCount).toBe(1);
  });
});
