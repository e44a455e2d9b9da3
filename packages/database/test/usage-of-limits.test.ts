import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createDatabase, type LocalPostgres } from '../src/index.js';
import { readMigrations } from '../src/read-migrations.js';
import { startTemporaryServer } from './support/temporary-server.js';

let server: LocalPostgres;
let clients: pg.Client[] = [];

beforeAll(async () => {
  server = await startTemporaryServer();
});

afterAll(async () => {
  for (const client of clients) await client.end();
  await server.stop();
});

const tenantId = '0193a1e0-5c00-7000-8000-000000000001';

const addFile = `insert into files (tenant_id, id, name, content_type, size, checksum)
  values ('${tenantId}', gen_random_uuid(), 'a.txt', 'text/plain', 7, 'checksum')`;

test('a file that is committed while the migration begins is counted', async () => {
  const url = await createDatabase(server.url, 'older');
  const [uploading, migrating] = [await connect(url), await connect(url)];
  const migrations = await readMigrations();
  const position = migrations.findIndex(({ name }) => name.endsWith('_usage_of_limits'));
  for (const { script } of migrations.slice(0, position)) await migrating.query(script);
  await uploading.query(`insert into tenants (id, slug, name) values ('${tenantId}', 'older', 'Older')`);
  await uploading.query(addFile);

  await uploading.query('begin');
  await uploading.query(addFile);
  const migrated = migrating.query(migrations[position]?.script ?? '');
  while (!(await isWaiting(uploading)));
  await uploading.query('commit');
  await migrated;
  await uploading.query(addFile);
  const { rows } = await uploading.query('select sum(bytes)::int as bytes from stored_byte_changes');
  expect(rows).toEqual([{ bytes: 21 }]);
});

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  clients = [...clients, client];
  return client;
}

/** Whether another connection waits for a lock. */
async function isWaiting(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}
