import { beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { newIdSql, defaultSizes as sizes } from '@parley/core';
import { listPartitions } from '@parley/database';
import { createTenant, createWebhook } from '@parley/testkit';
import { useTestDatabase } from '@parley/testkit/hooks';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { maintain } from '../../src/maintenance/maintain.js';
import { makePartitionsAtStart } from '../../src/maintenance/maintain-partitions.js';
import { observePartitions } from '../../src/metrics/partition-metrics.js';
import { createWorkerMetrics, type WorkerMetrics } from '../../src/metrics/worker-metrics.js';

jest.setTimeout(120_000);

const day = 24 * 60 * 60 * 1_000;
const week = 7 * day;
const logger = pino({ level: 'silent' });
const tables = ['delivery_attempts', 'deliveries', 'events'] as const;

const testDatabase = useTestDatabase();
let registry: Registry;
let metrics: WorkerMetrics;
let now: Date;

const run = () =>
  maintain({
    database: testDatabase.database,
    logger,
    now: () => now,
    metrics,
    sizes,
  });

beforeEach(() => {
  registry = new Registry();
  metrics = createWorkerMetrics(registry);
});

/** Creates an event, its delivery and an attempt, whose ids have this time. */
async function deliverAt(moment: Date, status = 'succeeded', at = moment): Promise<string> {
  const { database } = testDatabase;
  const { id: tenantId } = await createTenant(database);
  const { id: webhookId } = await createWebhook(database, tenantId);
  const { rows } = await database.pool.query<{ id: string }>(
    `with event as (
       insert into events (tenant_id, id, type, data) select $1, ${newIdSql('$3::timestamptz')}, 'chat.updated', '{}'
       returning id
     ), delivery as (
       insert into deliveries (tenant_id, id, event_id, webhook_id, event_type, status, next_attempt_at)
       select $1, ${newIdSql('$4::timestamptz')}, id, $2, 'chat.updated', $5::delivery_status, $4 from event
       returning id, event_id
     ), attempt as (
       insert into delivery_attempts (tenant_id, delivery_id, number, started_at, duration_ms)
       select $1, id, 1, $4, 1 from delivery
     )
     select event_id as id from delivery`,
    [tenantId, webhookId, moment, at, status],
  );
  return rows[0]?.id ?? '';
}

/** Finds the tables that still have rows of the event. */
async function findRows(eventId: string): Promise<string[]> {
  const { prisma } = testDatabase.database;
  const deliveries = await prisma.delivery.findMany({ where: { eventId } });
  const deliveryId = { in: deliveries.map(({ id }) => id) };
  const counts = {
    events: await prisma.event.count({ where: { id: eventId } }),
    deliveries: deliveries.length,
    delivery_attempts: await prisma.deliveryAttempt.count({ where: { deliveryId } }),
  };
  return Object.entries(counts).flatMap(([table, count]) => (count > 0 ? [table] : []));
}

async function countLostAttempts(): Promise<number> {
  const { rowCount } = await testDatabase.database.pool.query(
    `select from delivery_attempts attempt where not exists (
       select from deliveries where tenant_id = attempt.tenant_id and id = attempt.delivery_id)`,
  );
  return rowCount ?? 0;
}

describe('the maintenance of partitions', () => {
  /** The end of the first partition, after which each week has one. */
  let start: Date;

  beforeAll(async () => {
    const [first] = await listPartitions(testDatabase.database.pool);
    start = first?.until ?? new Date();
  });

  test('creates partitions four weeks ahead, so that rows of the next weeks can be stored while no worker runs', async () => {
    now = new Date(start.getTime() + week);
    await run();
    const partitions = await listPartitions(testDatabase.database.pool);
    for (const table of tables) {
      const own = partitions.filter((partition) => partition.table === table);
      expect(own.at(-1)?.until.getTime()).toBeGreaterThanOrEqual(now.getTime() + 4 * week);
      for (const [index, { from }] of own.slice(1).entries()) expect(from).toEqual(own[index]?.until);
    }
    const later = await deliverAt(new Date(now.getTime() + 27 * day));
    expect(await findRows(later)).toHaveLength(3);
    await run();
    expect(await listPartitions(testDatabase.database.pool)).toEqual(partitions);
  });

  test('keeps events, deliveries and attempts for 30 days, and drops them with their week', async () => {
    // Monday, 00:00.
    const weekEnd = new Date(start.getTime() + 2 * week);
    const old = await deliverAt(new Date(weekEnd.getTime() - week));
    const last = await deliverAt(new Date(weekEnd.getTime() - 1));
    const young = await deliverAt(weekEnd);
    now = new Date(weekEnd.getTime() + 30 * day - 1);
    await run();
    expect(await findRows(old)).toHaveLength(3);
    now = new Date(weekEnd.getTime() + 30 * day);
    await run();
    expect(await findRows(old)).toEqual([]);
    expect(await findRows(last)).toEqual([]);
    expect(await findRows(young)).toHaveLength(3);
    const text = await registry.metrics();
    expect(text).toMatch(/^parley_maintenance_last_success_timestamp_seconds 1\d{9}/m);
  });

  test('keeps a week whose deliveries are unfinished, but no longer than retries can take', async () => {
    const weekEnd = new Date(start.getTime() + 5 * week);
    now = new Date(weekEnd.getTime() + week);
    await run();
    const resentAt = new Date(weekEnd.getTime() + 29 * day);
    const event = await deliverAt(new Date(weekEnd.getTime() - 1), 'pending', resentAt);
    now = new Date(weekEnd.getTime() + 34 * day - 1);
    await run();
    expect(await findRows(event)).toHaveLength(3);
    now = new Date(weekEnd.getTime() + 34 * day);
    await run();
    expect(await findRows(event)).toEqual([]);
    // The attempts of a resend have the week of the resend, and no delivery names them any more.
    expect(await countLostAttempts()).toBe(0);
  });

  test('removes more resends of a week than fit into a batch, and keeps the attempts of later events', async () => {
    const { pool } = testDatabase.database;
    const weekEnd = new Date(start.getTime() + 7 * week);
    now = new Date(weekEnd.getTime() + week);
    await run();
    const event = await deliverAt(new Date(weekEnd.getTime() - 1));
    const kept = await deliverAt(new Date(weekEnd.getTime() + 20 * day));
    await pool.query(
      `with resent as (
         insert into deliveries (tenant_id, id, event_id, webhook_id, event_type, status, resend_of_id)
         select tenant_id, ${newIdSql('$2::timestamptz')}, event_id, webhook_id, event_type, status, id
         from deliveries cross join generate_series(1, 1001) where event_id = $1
         returning tenant_id, id
       )
       insert into delivery_attempts (tenant_id, delivery_id, number, started_at, duration_ms)
       select tenant_id, id, 1, $2, 1 from resent`,
      [event, new Date(weekEnd.getTime() + 20 * day)],
    );
    now = new Date(weekEnd.getTime() + 30 * day);
    await run();
    expect(await findRows(event)).toEqual([]);
    expect(await countLostAttempts()).toBe(0);
    expect(await findRows(kept)).toHaveLength(3);
  });

  test('does not block others: it stops trying while a table is in use, and the next run continues', async () => {
    const { pool } = testDatabase.database;
    const weekEnd = new Date(start.getTime() + 10 * week);
    now = new Date(weekEnd.getTime() + 30 * day - 1);
    await run();
    const event = await deliverAt(new Date(weekEnd.getTime() - 1));
    now = new Date(weekEnd.getTime() + 30 * day);
    const reader = await pool.connect();
    try {
      await reader.query('begin');
      await reader.query('select from deliveries limit 1');
      const running = run();
      let longestMs = 0;
      let isRunning = true;
      void running.finally(() => {
        isRunning = false;
      });
      while (isRunning) {
        const begunAt = performance.now();
        await pool.query('select from deliveries limit 1');
        longestMs = Math.max(longestMs, performance.now() - begunAt);
      }
      await running;
      expect(longestMs).toBeLessThan(2_000);
      // The attempts were not locked, so they have been dropped.
      expect(await findRows(event)).toEqual(['events', 'deliveries']);
    } finally {
      await reader.query('rollback');
      reader.release();
    }
    await run();
    expect(await findRows(event)).toEqual([]);
  });

  test('two runs at the same time create and drop each partition once', async () => {
    now = new Date(start.getTime() + 17 * week);
    await Promise.all([run(), run(), run()]);
    const partitions = await listPartitions(testDatabase.database.pool);
    const names = partitions.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { until } of partitions) expect(until.getTime()).toBeGreaterThan(now.getTime() - 30 * day);
  });

  test('a worker creates missing partitions when it starts', async () => {
    now = new Date(start.getTime() + 22 * week);
    await makePartitionsAtStart({ database: testDatabase.database, logger, now: () => now });
    expect(await findRows(await deliverAt(now))).toHaveLength(3);
  });

  test('the metrics show the number of partitions, the age of the oldest, and how far they reach', async () => {
    observePartitions(registry, { database: testDatabase.database, now: () => new Date() });
    const text = await registry.metrics();
    const partitions = await listPartitions(testDatabase.database.pool);
    for (const table of tables) {
      const own = partitions.filter((partition) => partition.table === table);
      expect(text).toContain(`parley_partitions{table="${table}"} ${own.length}\n`);
      const value = (name: string) =>
        Number(new RegExp(`^${name}\\{table="${table}"\\} (.+)$`, 'm').exec(text)?.[1]);
      const oldest = (Date.now() - (own[0]?.until.getTime() ?? 0)) / 1_000;
      const ahead = ((own.at(-1)?.until.getTime() ?? 0) - Date.now()) / 1_000;
      expect(value('parley_partition_oldest_age_seconds')).toBeCloseTo(oldest, -2);
      expect(value('parley_partitions_ahead_seconds')).toBeCloseTo(ahead, -2);
    }
  });
});
