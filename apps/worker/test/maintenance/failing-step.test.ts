import { beforeAll, expect, test } from '@jest/globals';
import { newId, defaultSizes as sizes } from '@parley/core';
import { FileFailures, listPartitions, type ObjectStore } from '@parley/database';
import { createTenant } from '@parley/testkit';
import { useTestDatabase } from '@parley/testkit/hooks';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { maintain } from '../../src/maintenance/maintain.js';
import { createWorkerMetrics } from '../../src/metrics/worker-metrics.js';

const week = 7 * 24 * 60 * 60 * 1_000;
const testDatabase = useTestDatabase();
let now: Date;
const registry = new Registry();

beforeAll(async () => {
  const [first] = await listPartitions(testDatabase.database.pool);
  now = new Date((first?.until ?? new Date()).getTime() + 20 * week);
});

/** Runs the maintenance with an object storage whose bucket may be written and read only. */
function run(): Promise<void> {
  const remove = () => Promise.reject(new Error('AccessDenied: s3:DeleteObject'));
  // Nothing else is called here.
  const objects = { remove } as unknown as ObjectStore;
  const files = { store: 's3', objects, failures: new FileFailures() } as const;
  return maintain({
    database: { ...testDatabase.database, files },
    logger: pino({ level: 'silent' }),
    now: () => now,
    metrics: createWorkerMetrics(registry),
    sizes,
  });
}

test('a step that fails keeps no other step from its work; the maintenance fails at the end', async () => {
  const { prisma, pool } = testDatabase.database;
  const { id: tenantId } = await createTenant(testDatabase.database);
  await prisma.looseObject.create({ data: { key: newId(), isLeaving: true, removeAt: new Date(0) } });
  await prisma.rateLimitWindow.create({ data: { tenantId, windowStart: new Date(0), count: 1 } });
  // A second step that fails, before all others that remove something.
  await pool.query(`alter table idempotency_keys rename to idempotency_keys_away`);
  const expected =
    /^2 of \d+ steps of the maintenance failed: .*idempotency_keys.*; 1 objects could not be removed$/;
  await expect(run()).rejects.toMatchObject({ message: expect.stringMatching(expected) });
  await pool.query(`alter table idempotency_keys_away rename to idempotency_keys`);
  const partitions = await listPartitions(pool);
  for (const table of ['events', 'deliveries', 'delivery_attempts']) {
    const ends = partitions.filter((partition) => partition.table === table).map(({ until }) => until);
    expect(Math.max(...ends.map(Number))).toBeGreaterThanOrEqual(now.getTime() + 4 * week);
    // The first partition ended long before the retention.
    expect(Math.min(...ends.map(Number))).toBeGreaterThan(now.getTime() - 10 * week);
  }
  expect(await registry.metrics()).toMatch(
    /^parley_maintenance_duration_seconds_count\{outcome="failed"\} 1$/m,
  );
});
