import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { readMigrations } from '../src/read-migrations.js';
import { withClient } from './support/sessions.js';
import type { Releases } from './support/use-releases.js';

/** The oldest schema whose columns are still there, each with a type that accepts the same values. */
const oldestSchema = '20261115080000_find_parts_of_attribute_values';

interface Column {
  readonly isNullable: boolean;
  readonly hasDefault: boolean;
  readonly type: string;
}

export function describePreviousRelease(releases: Releases): void {
  let before: Map<string, Column>;
  let after: Map<string, Column>;
  /** The types between which PostgreSQL converts a value that is assigned to a column. */
  let casts: Set<string>;

  beforeAll(async () => {
    before = await readColumns(await releases.createAt(oldestSchema));
    const url = await releases.createNewest();
    after = await readColumns(url);
    casts = await readCasts(url);
  });

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

  describe('during a rollout, before the contract steps, the previous release', () => {
    let released: string;
    let migrated: string;

    beforeAll(async () => {
      released = await releases.createReleased();
      migrated = await releases.createMigrated();
    });

    test('finds every index and every constraint that it had', async () => {
      const [had, has] = [await readRelations(released), await readRelations(migrated)];
      expect(had.length).toBeGreaterThan(100);
      expect(had.filter((definition) => !has.includes(definition))).toEqual([]);
    });

    test('finds every trigger that it had, on the same tables and enabled', async () => {
      const [had, has] = [await readTriggers(released), await readTriggers(migrated)];
      expect(had.length).toBeGreaterThan(10);
      expect(had.filter((trigger) => !has.includes(trigger))).toEqual([]);
    });

    test('finds every column that it had, unchanged', async () => {
      const [had, has] = [await readColumns(released), await readColumns(migrated)];
      expect([...had].filter(([name, column]) => !isDeepStrictEqual(has.get(name), column))).toEqual([]);
    });
  });

  test('no two migrations have the same time, which decides their order', async () => {
    const times = (await readMigrations()).map(({ name }) => name.split('_')[0]);
    expect(times.filter((time, index) => times.indexOf(time) !== index)).toEqual([]);
  });
}

/**
 * Returns the definitions of all indexes and constraints, with their names. Partitions are left out, since they have
 * the same ones as their tables.
 */
function readRelations(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ definition: string }>(
      `select pg_get_indexdef(i.indexrelid) as definition
       from pg_index i join pg_class c on c.oid = i.indrelid
       where c.relnamespace = 'public'::regnamespace and not c.relispartition
       union all
       select c.conrelid::regclass || ' ' || c.conname || ' ' || pg_get_constraintdef(c.oid)
       from pg_constraint c join pg_class t on t.oid = c.conrelid
       where c.connamespace = 'public'::regnamespace and not t.relispartition`,
    );
    return rows.map(({ definition }) => definition);
  });
}

/**
 * Returns the tables and names of the triggers that are enabled. A new release can change what a trigger does, as long as the rows
 * of the previous release get what they need.
 */
function readTriggers(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select t.tgrelid::regclass || ' ' || t.tgname as name
       from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where not t.tgisinternal and t.tgenabled <> 'D' and not c.relispartition
         and c.relnamespace = 'public'::regnamespace`,
    );
    return rows.map(({ name }) => name);
  });
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
