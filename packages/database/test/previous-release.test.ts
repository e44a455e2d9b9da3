import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createDatabase, type LocalPostgres, runMigrations } from '../src/index.js';
import { readMigrations } from '../src/read-migrations.js';
import { withClient } from './support/sessions.js';
import { startTemporaryServer } from './support/temporary-server.js';

/**
 * The newest migration of the previous release. Processes of that release keep running while this one is rolled out.
 */
const lastReleased = '20261115080000_find_parts_of_attribute_values';

interface Column {
  readonly isNullable: boolean;
  readonly hasDefault: boolean;
  readonly type: string;
}

let server: LocalPostgres;
let before: Map<string, Column>;
let after: Map<string, Column>;
/** The types between which PostgreSQL converts a value that is assigned to a column. */
let casts: Set<string>;

beforeAll(async () => {
  server = await startTemporaryServer();
  before = await readColumns(await createReleased('released'));
  const url = await createDatabase(server.url, 'newest');
  await runMigrations(url);
  after = await readColumns(url);
  casts = await readCasts(url);
});

afterAll(() => server.stop());

describe('on the newest schema, the previous release', () => {
  test('finds every column of its tables and views, with a type that accepts the values it writes', () => {
    const changed = [...before].filter(([name, { type }]) => after.get(name)?.type !== type);
    const refused = changed.filter(([name, { type }]) => !casts.has(`${type} to ${after.get(name)?.type}`));
    expect(refused).toEqual([]);
  });

  test('can write rows without the columns that it does not know, and with the same nulls as before', () => {
    const tables = new Set([...before.keys()].map(tableOf));
    const refused = [...after].filter(([name, { isNullable, hasDefault }]) => {
      const known = before.get(name);
      const mayBeLeftOut = isNullable || hasDefault;
      return tables.has(tableOf(name)) && (known ? known.isNullable && !isNullable : !mayBeLeftOut);
    });
    expect(refused).toEqual([]);
  });
});

test('no two migrations have the same time, which decides their order', async () => {
  const times = (await readMigrations()).map(({ name }) => name.split('_')[0]);
  expect(times.filter((time, index) => times.indexOf(time) !== index)).toEqual([]);
});

async function createReleased(name: string): Promise<string> {
  const url = await createDatabase(server.url, name);
  const migrations = await readMigrations();
  const end = migrations.findIndex((migration) => migration.name === lastReleased) + 1;
  expect(end).toBeGreaterThan(0);
  await withClient(url, async (client) => {
    for (const { script } of migrations.slice(0, end)) await client.query(script);
  });
  return url;
}

const tableOf = (name: string) => name.split('.')[0];

/** Returns the columns by the name of their table or view and their own name. */
function readColumns(url: string): Promise<Map<string, Column>> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<Column & { name: string }>(
      `select c.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
         not a.attnotnull as "isNullable", a.atthasdef or a.attidentity <> '' as "hasDefault"
       from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and a.attnum > 0
         and not a.attisdropped and c.relname <> '_prisma_migrations'`,
    );
    return new Map(rows.map(({ name, ...column }) => [name, column]));
  });
}

function readCasts(url: string): Promise<Set<string>> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select format_type(castsource, null) || ' to ' || format_type(casttarget, null) as name
       from pg_cast where castcontext in ('a', 'i')`,
    );
    return new Set(rows.map(({ name }) => name));
  });
}
