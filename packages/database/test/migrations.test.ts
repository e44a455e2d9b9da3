import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { checkSchemaMatchesMigrations, diffToSchema } from '../scripts/schema-engine/check-schema.js';
import { readMigrationList } from '../scripts/schema-engine/migration-list.js';
import { noFilters, withSchemaEngine } from '../scripts/schema-engine/open-engine.js';
import { fillEmptyDatabase } from '../src/fill-empty-database.js';
import {
  createDatabase,
  createDatabaseFromTemplate,
  diagnoseMigrations,
  dropDatabase,
  type LocalPostgres,
  runContractSteps,
  runMigrations,
} from '../src/index.js';
import { readMigrations } from '../src/read-migrations.js';
import { startTemporaryServer } from './support/temporary-server.js';

jest.setTimeout(120_000);

let server: LocalPostgres;
let names: string[];

beforeAll(async () => {
  server = await startTemporaryServer();
  names = (await readMigrations()).map(({ name }) => name);
});

afterAll(() => server.stop());

describe('runMigrations', () => {
  test('two concurrent processes apply each migration once, and install the queue', async () => {
    const url = await createDatabase(server.url, 'twice');
    const applied = await Promise.all([runMigrations(url), runMigrations(url)]);
    expect(applied.flat()).toEqual(names);
    const rows = await query(
      url,
      'select migration_name, finished_at is not null as done from _prisma_migrations',
    );
    expect(rows).toEqual(names.map((name) => ({ migration_name: name, done: true })));
    await query(url, `select graphile_worker.add_job('nothing')`);
  });

  test('an empty database is migrated at once, another one step by step; both have the same result, which Prisma accepts', async () => {
    const filled = await createDatabase(server.url, 'filled');
    await runMigrations(filled);
    const stepwise = await createDatabase(server.url, 'stepwise');
    await query(stepwise, 'create function in_the_way() returns int language sql return 1');
    await runMigrations(stepwise);
    await runContractSteps(stepwise);
    await query(stepwise, 'drop function in_the_way()');
    expect(await describeSchema(filled)).toEqual(await describeSchema(stepwise));
    const records = `select migration_name, checksum, logs, rolled_back_at, applied_steps_count,
        finished_at >= started_at as finished, length(id) as id_length
      from _prisma_migrations order by migration_name`;
    expect(await query(filled, records)).toEqual(await query(stepwise, records));
    const status = await withSchemaEngine(filled, async (engine) =>
      engine.diagnoseMigrationHistory({
        migrationsList: await readMigrationList(),
        filters: noFilters,
        optInToShadowDatabase: false,
      }),
    );
    expect(status).toMatchObject({ history: null, editedMigrationNames: [], failedMigrationNames: [] });
  });

  test('a migration that fails on an empty database leaves it empty', async () => {
    const url = await createDatabase(server.url, 'emptied');
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const broken = { name: '2_broken', script: 'create table after (id int); nonsense', checksum: 'x' };
    const [first] = await readMigrations();
    if (!first) throw new Error('There is no migration.');
    await expect(fillEmptyDatabase(client, [first, broken])).rejects.toThrow('nonsense');
    await client.end();
    expect(
      await query(url, `select relname from pg_class where relnamespace = 'public'::regnamespace`),
    ).toEqual([]);
    expect(await runMigrations(url)).toEqual(names);
  });

  test('a migration that fails is rolled back and named, and runs again once its cause is corrected', async () => {
    const url = await createDatabase(server.url, 'blocked');
    await query(url, 'create type plan as enum ()');
    await expect(runMigrations(url)).rejects.toThrow(
      `Migration ${names[0]} failed: type "plan" already exists. It was rolled back`,
    );
    expect(await query(url, 'select migration_name from _prisma_migrations')).toEqual([]);
    await query(url, 'drop type plan');
    expect(await runMigrations(url)).toEqual(names);
  });
});

describe('the migration that keeps every rotated secret', () => {
  const target = 'keep_every_rotated_secret';

  test('keeps the old secret of a webhook, and creates a secret for every tenant', async () => {
    const url = await createDatabase(server.url, 'rotated');
    const migrations = await readMigrations();
    const place = migrations.findIndex(({ name }) => name.endsWith(target));
    for (const { script } of migrations.slice(0, place)) await query(url, script);
    const ids = ['0193a1e0-5c00-7000-8000-000000000001', '0193a1e0-5c00-7000-8000-000000000002'];
    for (const id of ids) {
      await query(url, `insert into tenants (id, slug, name) values ('${id}', '${id}', 'Tenant')`);
      await query(
        url,
        `insert into webhooks (tenant_id, id, url, secret, previous_secret, previous_secret_expires_at)
         values ('${id}', gen_random_uuid(), 'https://partner.example', 'new',
           ${id === ids[0] ? `'old', '2026-11-16T09:30:00Z'` : 'null, null'})`,
      );
    }
    await query(url, migrations[place]?.script ?? '');
    expect(await query(url, 'select secret, retired_secrets from webhooks order by tenant_id')).toEqual([
      {
        secret: 'new',
        retired_secrets: [{ secret: 'old', expiresAt: expect.stringContaining('2026-11-16T') }],
      },
      { secret: 'new', retired_secrets: [] },
    ]);
    const secrets = (await query(url, 'select signing_secret from tenants')).map((row) => row.signing_secret);
    expect(new Set(secrets).size).toBe(2);
    for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  });
});

describe('diagnoseMigrations', () => {
  test('lists what is pending, edited and unknown', async () => {
    const url = await createDatabase(server.url, 'diagnosed');
    expect(await diagnoseMigrations(url)).toMatchObject({ upToDate: false, pending: names });
    await runMigrations(url);
    expect(await diagnoseMigrations(url)).toEqual({
      upToDate: true,
      applied: names,
      pending: [],
      failed: [],
      edited: [],
      unknown: [],
    });
    await query(url, `update _prisma_migrations set checksum = 'other' where migration_name = '${names[0]}'`);
    await query(
      url,
      `insert into _prisma_migrations (id, checksum, finished_at, migration_name) values ('x', 'x', now(), 'later')`,
    );
    expect(await diagnoseMigrations(url)).toMatchObject({
      upToDate: false,
      edited: names.slice(0, 1),
      unknown: ['later'],
    });
  });
});

describe('schema.prisma and the migrations', () => {
  test('agree', async () => {
    expect(await checkSchemaMatchesMigrations(server.url)).toBe('');
  });

  test('are found to differ by a column, an index and a foreign key', async () => {
    const url = await createDatabase(server.url, 'differing');
    await runMigrations(url);
    await query(url, 'alter table labels drop column color');
    expect(await diffToSchema(url)).toContain('ADD COLUMN     "color"');
    await query(url, 'drop index automations_tenant_id_status_id_idx');
    expect(await diffToSchema(url)).toContain('automations_tenant_id_status_id_idx');
    await query(url, 'alter table handles drop constraint handles_tenant_id_contact_id_fkey');
    expect(await diffToSchema(url)).toContain('handles_tenant_id_contact_id_fkey');
  });
});

test('a migrated database can be the template of others, which can be dropped while in use', async () => {
  const template = await createDatabase(server.url, 'template_of_tests');
  await runMigrations(template);
  const url = await createDatabaseFromTemplate(server.url, 'copy', 'template_of_tests');
  expect(await diagnoseMigrations(url)).toMatchObject({ upToDate: true });
  const guest = new pg.Client({ connectionString: url });
  guest.on('error', () => undefined);
  await guest.connect();
  await dropDatabase(server.url, 'copy');
  await dropDatabase(server.url, 'copy');
  await expect(query(url, 'select 1')).rejects.toThrow('does not exist');
  await guest.end();
});

/** All columns, indexes and constraints of the database. */
async function describeSchema(url: string) {
  return {
    columns: await query(
      url,
      `select table_name, column_name, column_default, is_nullable, data_type, udt_name, character_maximum_length
       from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position`,
    ),
    indexes: await query(
      url,
      `select indexdef from pg_indexes where schemaname = 'public' order by indexname`,
    ),
    constraints: await query(
      url,
      `select conrelid::regclass::text as relation, conname, pg_get_constraintdef(oid) as definition
       from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
    ),
  };
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
