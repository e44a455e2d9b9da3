import { expect, test } from '@jest/globals';
import { listPersonTables } from '../../src/contact-exports/person-tables.js';
import { useWorlds } from '../use-worlds.js';
import { columnsWithoutPeople, erasedColumns } from './columns-without-people.js';

const worlds = useWorlds();

/** Lists every column that can hold a text, as `table.column`; only tables outside `public` have their schema. */
async function listColumns(): Promise<{ table: string; name: string }[]> {
  const { rows } = await worlds.database.pool.query<{ table: string; name: string }>(
    `select t.relname::text as table,
       case when n.nspname = 'public' then '' else n.nspname || '.' end || t.relname || '.' || a.attname as name
     from pg_attribute a
     join pg_class t on t.oid = a.attrelid join pg_namespace n on n.oid = t.relnamespace
     join pg_type type on type.oid = a.atttypid left join pg_type item on item.oid = type.typelem
     where a.attnum > 0 and not a.attisdropped and t.relkind in ('r', 'p') and not t.relispartition
       and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
       and (type.typname in ('bytea', 'json', 'jsonb', 'name') or type.typcategory = 'S' or item.typcategory = 'S')
     order by 2`,
  );
  return rows;
}

test('every column is deleted with the contact, erased by the job, or listed as one that holds no personal data', async () => {
  const personal = new Set((await listPersonTables(worlds.database.sql)).map(({ name }) => name));
  // The export of a person contains events, but the erasure does not delete them: it erases their data.
  personal.delete('events');
  const outside = (await listColumns()).filter(({ table }) => !personal.has(table));
  const listed = [...Object.keys(erasedColumns), ...Object.keys(columnsWithoutPeople)];
  expect(outside.map(({ name }) => name).sort()).toEqual(listed.sort());
});
