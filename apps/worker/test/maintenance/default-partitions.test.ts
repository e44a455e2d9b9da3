import { beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { newIdSql, defaultSizes as sizes } from '@parley/core';
import { listPartitions } from '@parley/database';
import { createTenant } from '@parley/testkit';
import { useTestDatabase } from '@parley/testkit/hooks';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { maintain } from '../../src/maintenance/maintain.js';
import { createWorkerMetrics } from '../../src/metrics/worker-metrics.js';

jest.setTimeout(120_000);

const weekMs = 7 * 24 * 60 * 60 * 1_000;
const tables = ['delivery_attempts', 'deliveries', 'events'] as const;

describe('default partitions, as pg_partman creates them', () => {
  const { database } = useTestDatabase();
  /** The end of the first partition. */
  let start: Date;
  const logs: string[] = [];
  const logger = pino({}, { write: (line) => logs.push(line) });

  beforeAll(async () => {
    for (const table of tables)
      await database.pool.query(`create table ${table}_default partition of ${table} default`);
    start = (await listPartitions(database.pool))[0]?.until ?? new Date();
  });
  beforeEach(() => {
    logs.length = 0;
  });

  const inWeeks = (count: number) => new Date(start.getTime() + count * weekMs);
  const run = (now: Date) =>
    maintain({ database, logger, now: () => now, metrics: createWorkerMetrics(new Registry()), sizes });
  const warnings = () => logs.filter((line) => line.includes('default partitions have rows'));

  async function addEvent(at: Date): Promise<void> {
    const { id } = await createTenant(database);
    await database.pool.query(
      `insert into events (tenant_id, id, type, data) select $1, ${newIdSql('$2::timestamptz')}, 'chat.updated', '{}'`,
      [id, at],
    );
  }

  test('stay, while the maintenance creates partitions beside them and drops expired ones', async () => {
    const [oldest] = await listPartitions(database.pool);
    await run(inWeeks(1));
    await run(inWeeks(8));
    const partitions = await listPartitions(database.pool);
    expect(partitions.at(-1)?.until.getTime()).toBeGreaterThanOrEqual(inWeeks(12).getTime());
    const names = partitions.map(({ name }) => name);
    expect(names).not.toContain(oldest?.name);
    const { rows } = await database.pool.query<{ name: string }>(
      `select partrelid::regclass::text as name from pg_partitioned_table where partdefid <> 0 order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual([...tables].sort());
    expect(warnings()).toEqual([]);
  });

  test('that have a row are named in a warning, since no expiry reaches the row', async () => {
    await addEvent(inWeeks(60));
    await run(inWeeks(9));
    expect(warnings()).toEqual([expect.stringContaining('"filled":["events_default"]')]);
  });

  test('that have a row of a coming week fail the maintenance, which has named them before', async () => {
    await addEvent(inWeeks(15));
    await expect(run(inWeeks(12))).rejects.toThrow();
    expect(warnings()).toHaveLength(1);
    await database.pool.query('truncate events_default');
    logs.length = 0;
    await run(inWeeks(12));
    expect(warnings()).toEqual([]);
  });
});
