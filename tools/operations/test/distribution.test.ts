import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { useTestDatabase } from '@parley/testkit/hooks';
import { operationsFolder } from '../read-pages.js';

const page = readFileSync(join(operationsFolder, 'scaling.md'), 'utf8');
const [, script = ''] = /```sql\n(-- Citus refuses[^`]+)```/.exec(page) ?? [];

/**
 * As in Citus, a table can refer only to tables that are distributed or on every node, and can have triggers only if the session
 * accepts the risk.
 */
const citus = `
  create table distributed (name text primary key);
  create function distribute(target regclass) returns void language plpgsql as $$
  begin
    if exists (
      select from pg_constraint where contype = 'f' and conrelid = target and confrelid <> target
        and confrelid::regclass::text not in (select name from distributed)
    ) then raise exception '% refers to a table that is not distributed', target; end if;
    if exists (select from pg_trigger where tgrelid = target and not tgisinternal)
      and current_setting('citus.enable_unsafe_triggers', true) is distinct from 'on'
    then raise exception 'cannot distribute %, because it has triggers', target; end if;
    insert into distributed values (target::text);
  end $$;
  create function create_reference_table(target regclass) returns void language sql as 'select distribute(target)';
  create function create_distributed_table(target regclass, distribution_column text) returns void language plpgsql as $$
  begin
    perform distribute(target);
    if exists (
      select from pg_index where indrelid = target and indisunique and not exists (
        select from pg_attribute where attrelid = target and attnum = any (indkey) and attname = distribution_column
      )
    ) then raise exception '% has a unique key without %', target, distribution_column; end if;
  end $$`;

const foreignKeys = `
  select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
  where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by 1, 2`;

const target = useTestDatabase();
let before: { readonly rows: readonly unknown[] };

beforeAll(async () => {
  const { pool } = target.database;
  before = await pool.query(foreignKeys);
  await pool.query(citus);
  await pool.query(script);
});

describe('the script for Citus', () => {
  test('leaves every foreign key as it was', async () => {
    expect(before.rows.length).toBeGreaterThan(50);
    expect((await target.database.pool.query(foreignKeys)).rows).toEqual(before.rows);
  });

  test('distributes every table of tenants; the page lists those that stay local', async () => {
    const { rows } = await target.database.pool.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
         and not relispartition and relname <> 'distributed' and relname not in (select name from distributed) order by 1`,
    );
    const [, listed = ''] = /^\| (`_prisma_migrations`[^|]*) \| local \|$/m.exec(page) ?? [];
    expect(listed.replaceAll('`', '').split(', ').sort()).toEqual(rows.map(({ name }) => name).sort());
  });
});
