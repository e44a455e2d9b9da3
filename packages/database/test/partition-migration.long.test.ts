import { describe, expect, jest, test } from '@jest/globals';
import type pg from 'pg';
import { useResource } from '../../testkit/src/hooks/index.js';
import { waitUntil } from '../../testkit/src/wait-until.js';
import { applyMigration } from '../src/apply-migration.js';
import { fillEmptyDatabase } from '../src/fill-empty-database.js';
import { createDatabase, listPartitions, runMigrations } from '../src/index.js';
import { firstIdAt } from '../src/partitions/partitioned-tables.js';
import { type Migration, readMigrations } from '../src/read-migrations.js';
import { connect, findWaiting, pidOf } from './support/sessions.js';
import { startTemporaryServer } from './support/temporary-server.js';

jest.setTimeout(120_000);

const rowCount = 2_000;
const tenantId = '0193a1e0-5c00-7000-8000-000000000001';
const webhookId = '0193a1e0-5c00-7000-8000-0000000000d1';

const server = useResource(
  () => startTemporaryServer(),
  ({ stop }) => stop(),
);

const isTarget = ({ name }: Migration) => name.endsWith('_partition_events_and_deliveries');

/** Creates a database in the state before the migration to partitions, with rows. */
async function createBefore(name: string): Promise<{ url: string; client: pg.Client }> {
  const url = await createDatabase(server.url, name);
  const client = await connect(url);
  const migrations = await readMigrations();
  const place = migrations.findIndex((migration) =>
    migration.name.endsWith('_partition_events_and_deliveries'),
  );
  await fillEmptyDatabase(client, migrations.slice(0, place));
  await client.query(`insert into tenants (id, slug, name) values ('${tenantId}', 'tenant', 'Tenant')`);
  await client.query(
    `insert into webhooks (tenant_id, id, url, secret) values ('${tenantId}', '${webhookId}', 'https://a.example', 's')`,
  );
  await client.query(insertRows(rowCount));
  return { url, client };
}

/** Inserts events, each with a delivery and an attempt, as the previous release writes them. */
function insertRows(count: number, at = new Date()): string {
  const id = `(left('${firstIdAt(at)}', 14) || '7' || substring(gen_random_uuid()::text from 16))::uuid`;
  return `with event as (
      insert into events (tenant_id, id, type, data)
      select '${tenantId}', ${id}, 'chat.updated', '{}' from generate_series(1, ${count}) returning id
    ), delivery as (
      insert into deliveries (tenant_id, id, event_id, webhook_id, event_type)
      select '${tenantId}', ${id}, id, '${webhookId}', 'chat.updated' from event returning id
    )
    insert into delivery_attempts (tenant_id, delivery_id, number, started_at, duration_ms)
    select '${tenantId}', id, 1, now(), 1 from delivery`;
}

async function countRows(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query(
    `select (select count(*)::int from events) as events, (select count(*)::int from deliveries) as deliveries,
       (select count(*)::int from delivery_attempts) as attempts`,
  );
  return [rows[0].events, rows[0].deliveries, rows[0].attempts];
}

/** Writes until it is stopped; returns the number of written rows and the longest time that a write took. */
function startWriter(client: pg.Client) {
  let isStopped = false;
  let written = 0;
  let longestMs = 0;
  const writing = (async () => {
    while (!isStopped) {
      const begunAt = performance.now();
      await client.query(insertRows(1));
      longestMs = Math.max(longestMs, performance.now() - begunAt);
      written += 1;
    }
  })();
  return async () => {
    isStopped = true;
    await writing;
    return { written, longestMs };
  };
}

describe('the migration to partitions', () => {
  test('keeps every row, including rows that are written meanwhile, and blocks no writer for long', async () => {
    const { url, client } = await createBefore('moved');
    const writer = await connect(url);
    const stop = startWriter(writer);
    await runMigrations(url);
    const { written, longestMs } = await stop();
    const total = rowCount + written;
    expect(written).toBeGreaterThan(10);
    expect(longestMs).toBeLessThan(5_000);
    expect(await countRows(client)).toEqual([total, total, total]);

    const partitions = await listPartitions(client);
    const [first] = partitions.filter(({ table }) => table === 'events');
    const days = ((first?.until.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThanOrEqual(6.9);
    expect(days).toBeLessThanOrEqual(14);
    // The rows of later weeks are in partitions of their own.
    await client.query(insertRows(1, first?.until));
    const { rows } = await client.query(
      'select tableoid::regclass::text as name from events order by id desc limit 1',
    );
    expect(rows[0].name).toMatch(/^events_\d{8}$/);
    await writer.end();
    await client.end();
  });

  test('reads no table and builds no index under its exclusive locks', async () => {
    const { client } = await createBefore('logged');
    const migration = (await readMigrations()).find(isTarget);
    if (migration?.online === undefined) throw new Error('The migration has no part that runs online.');
    const messages: string[] = [];
    client.on('notice', ({ message }) => messages.push(message ?? ''));
    await client.query('set client_min_messages = debug1');
    await applyMigration(client, { ...migration, online: migration.online });
    const implied = messages.filter((message) => message.includes('is implied by existing constraints'));
    expect(implied).toHaveLength(3);
    expect(
      messages.filter((message) => /(building index .*|verifying table )"\w+_first"/.test(message)),
    ).toEqual([]);
    expect(messages.filter((message) => message.includes('validating foreign key'))).toEqual([]);
    await client.end();
  });

  test('waits for a transaction that uses the tables, without blocking others', async () => {
    const { url, client } = await createBefore('in_use');
    const [reader, writer] = [await connect(url), await connect(url)];
    await reader.query('begin');
    await reader.query('select from events limit 1');
    const migrating = runMigrations(url);
    const pid = await pidOf(reader);
    const isWaiting = async () => (await findWaiting(client, pid)) !== undefined;
    await waitUntil(isWaiting);
    const stop = startWriter(writer);
    await waitUntil(async () => !(await isWaiting()));
    await waitUntil(isWaiting);
    await reader.query('commit');
    await migrating;
    const { written, longestMs } = await stop();
    expect(longestMs).toBeLessThan(5_000);
    expect(await countRows(client)).toEqual(Array(3).fill(rowCount + written));
    for (const used of [reader, writer, client]) await used.end();
  });

  test('continues after it was killed while it built an index', async () => {
    const { url, client } = await createBefore('killed');
    const holder = await connect(url);
    // Building the index waits for every transaction that may still read older versions of the rows.
    await holder.query('begin isolation level repeatable read');
    await holder.query('select from tenants');
    const pid = await pidOf(holder);
    const failed = expect(runMigrations(url)).rejects.toThrow();
    await waitUntil(async () => (await findWaiting(client, pid)) !== undefined);
    await client.query('select pg_terminate_backend($1)', [await findWaiting(client, pid)]);
    await failed;
    await holder.query('commit');
    const invalid = `select indexrelid::regclass::text as name from pg_index where not indisvalid`;
    expect((await client.query(invalid)).rows).toEqual([{ name: 'deliveries_first_pkey' }]);
    await runMigrations(url);
    expect((await client.query(invalid)).rows).toEqual([]);
    expect(await countRows(client)).toEqual([rowCount, rowCount, rowCount]);
    await holder.end();
    await client.end();
  });
});
