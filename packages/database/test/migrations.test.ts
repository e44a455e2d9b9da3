import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { withoutTables } from '../../testkit/src/database/create-test-database.js';
import { findTestServer } from '../../testkit/src/database/test-server.js';
import { diffToSchema } from '../scripts/schema-engine/check-schema.js';
import { readMigrationList } from '../scripts/schema-engine/migration-list.js';
import { noFilters, withSchemaEngine } from '../scripts/schema-engine/open-engine.js';
import { fillEmptyDatabase } from '../src/fill-empty-database.js';
import {
  createDatabaseFromTemplate,
  diagnoseMigrations,
  dropDatabase,
  runContractSteps,
  runMigrations,
} from '../src/index.js';
import { readMigrations } from '../src/read-migrations.js';
import { query } from './support/sessions.js';
import { nameOf, useDatabases } from './support/use-databases.js';

jest.setTimeout(120_000);

const copy = useDatabases();
let names: string[];

beforeAll(async () => {
  names = (await readMigrations()).map(({ name }) => name);
});

describe('runMigrations', () => {
  /** A database that was empty when two processes migrated it. */
  let filled: string;
  let appliedAtOnce: readonly string[][];
  /** A database that was not empty, so that its migrations were applied one by one. */
  let stepwise: string;
  let blocked: { readonly message: string; readonly recorded: unknown };
  let appliedThen: readonly string[];

  beforeAll(async () => {
    filled = await copy(withoutTables);
    appliedAtOnce = await Promise.all([runMigrations(filled), runMigrations(filled)]);
    stepwise = await copy(withoutTables);
    await query(stepwise, 'create type plan as enum ()');
    const { message } = await runMigrations(stepwise).then(
      () => new Error('It did not fail.'),
      (error: Error) => error,
    );
    blocked = { message, recorded: await query(stepwise, 'select migration_name from _prisma_migrations') };
    await query(stepwise, 'drop type plan');
    appliedThen = await runMigrations(stepwise);
  });

  test('two concurrent processes apply each migration once, and install the queue', async () => {
    expect(appliedAtOnce.flat()).toEqual(names);
    const rows = await query(
      filled,
      'select migration_name, finished_at is not null as done from _prisma_migrations',
    );
    expect(rows).toEqual(names.map((name) => ({ migration_name: name, done: true })));
    await query(filled, `select graphile_worker.add_job('nothing')`);
  });

  test('an empty database is migrated at once, another one step by step; both have the same result, which Prisma accepts', async () => {
    await runContractSteps(stepwise);
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
    const url = await copy(withoutTables);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const broken = { name: '2_broken', script: 'create table after (id int); nonsense', checksum: 'x' };
    const [first] = await readMigrations();
    if (!first) throw new Error('There is no migration.');
    await expect(fillEmptyDatabase(client, [first, broken])).rejects.toThrow('nonsense');
    expect(
      await query(url, `select relname from pg_class where relnamespace = 'public'::regnamespace`),
    ).toEqual([]);
    expect(await fillEmptyDatabase(client, [first])).toBe(true);
    await client.end();
  });

  test('a migration that fails is rolled back and named, and runs again once its cause is corrected', () => {
    expect(blocked).toEqual({
      message: expect.stringContaining(
        `Migration ${names[0]} failed: type "plan" already exists. It was rolled back`,
      ),
      recorded: [],
    });
    expect(appliedThen).toEqual(names);
  });
});

describe('diagnoseMigrations', () => {
  test('lists what is pending, edited and unknown', async () => {
    const empty = await copy(withoutTables);
    expect(await diagnoseMigrations(empty)).toMatchObject({ upToDate: false, pending: names });
    const url = await copy();
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
    expect(await diffToSchema(await copy())).toBe('');
  });

  test('are found to differ by a column, an index and a foreign key', async () => {
    const url = await copy();
    await query(url, 'alter table labels drop column color');
    await query(url, 'drop index automations_tenant_id_status_id_idx');
    await query(url, 'alter table handles drop constraint handles_tenant_id_contact_id_fkey');
    const difference = await diffToSchema(url);
    expect(difference).toContain('ADD COLUMN     "color"');
    expect(difference).toContain('automations_tenant_id_status_id_idx');
    expect(difference).toContain('handles_tenant_id_contact_id_fkey');
  });
});

test('a migrated database can be the template of others, which can be dropped while in use', async () => {
  const { adminUrl } = await findTestServer();
  const template = nameOf(await copy());
  const name = `${template}_copy`;
  const url = await createDatabaseFromTemplate(adminUrl, name, template);
  expect(await diagnoseMigrations(url)).toMatchObject({ upToDate: true });
  const guest = new pg.Client({ connectionString: url });
  guest.on('error', () => undefined);
  await guest.connect();
  await dropDatabase(adminUrl, name);
  await dropDatabase(adminUrl, name);
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
