import { describe, expect, test } from '@jest/globals';
import { newId, defaultSizes as sizes } from '@parley/core';
import type { DeliveryStatus } from '@parley/database';
import { createTenant, createWebhook, createDelivery as insertDelivery } from '@parley/testkit';
import { useTestDatabase } from '@parley/testkit/hooks';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { maintain } from '../../src/maintenance/maintain.js';
import { createWorkerMetrics } from '../../src/metrics/worker-metrics.js';
import { unlockOrphans } from '../../src/recovery/unlock-orphans.js';

const testDatabase = useTestDatabase();

const at = new Date('2026-11-14T09:30:00.000Z');
const day = 24 * 60 * 60 * 1_000;
const ago = (milliseconds: number) => new Date(at.getTime() - milliseconds);

const registry = new Registry();
const metrics = createWorkerMetrics(registry);

const run = () =>
  maintain({
    database: testDatabase.database,
    logger: pino({ level: 'silent' }),
    now: () => at,
    metrics,
    sizes,
  });

async function createDelivery(createdAt: Date, status: DeliveryStatus): Promise<string> {
  const { database } = testDatabase;
  const tenant = await createTenant(database);
  const webhook = await createWebhook(database, tenant.id);
  const nextAttemptAt = status === 'pending' ? at : null;
  return (await insertDelivery(database, webhook, { status, createdAt, nextAttemptAt })).id;
}

describe('maintenance', () => {
  test('removes an upload an hour after its last chunk, and none that goes on', async () => {
    const { database } = testDatabase;
    const { id: tenantId } = await createTenant(database);
    const [abandoned, lasting] = [newId(), newId()];
    const chunk = (uploadId: string, startAt: number, minutes: number) => ({
      tenantId,
      uploadId,
      startAt,
      bytes: Buffer.from('some bytes'),
      createdAt: ago(minutes * 60_000),
    });
    await database.prisma.uploadChunk.createMany({
      data: [chunk(abandoned, 0, 90), chunk(abandoned, 1, 61), chunk(lasting, 0, 90), chunk(lasting, 1, 59)],
    });
    await run();
    const left = await database.prisma.uploadChunk.findMany({ where: { tenantId } });
    expect(left.map(({ uploadId }) => uploadId)).toEqual([lasting, lasting]);
  });

  test('removes expired idempotency keys, windows of the rate limit, dead jobs and keys of signed URLs', async () => {
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
    const id = await createDelivery(ago(2 * day), 'pending');
    const { database } = testDatabase;
    await database.pool.query('update deliveries set next_attempt_at = $2 where id = $1', [
      id,
      ago(3_700_000),
    ]);
    await run();
    await run();
    const { rowCount } = await database.pool.query('select from graphile_worker.jobs where key = $1', [
      `deliver:${id}`,
    ]);
    expect(rowCount).toBe(1);
  });
});
