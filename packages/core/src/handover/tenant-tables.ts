import { type Sql, statement } from '@parley/database';

/** A table with rows of tenants, as the catalogue of the database describes it. */
export interface TenantTable {
  readonly name: string;
  /** Every column, except `tenant_id` and those that the database numbers or computes. */
  readonly columns: readonly string[];
  readonly primaryKey: readonly string[];
  /** A column that the database numbers. An import keeps the order of the rows, but not their numbers. */
  readonly numbered: string | null;
  /** JSON columns that are never null in SQL. In an exported line, null therefore means the JSON value null. */
  readonly requiredJson: readonly string[];
  /** The tables whose rows must be inserted first. */
  readonly parents: readonly string[];
}

/**
 * Lists the tables of tenants, parents before their children. They are read from the catalogue, so that no table can be
 * forgotten. References that are checked at the end of a transaction may form cycles; they impose no order.
 */
export async function listTenantTables(sql: Sql): Promise<TenantTable[]> {
  const remaining = new Map((await sql(list, [])).map((table) => [table.name, table]));
  const ordered: TenantTable[] = [];
  while (remaining.size > 0) {
    const next = [...remaining.values()].filter(
      ({ parents }) => !parents.some((name) => remaining.has(name)),
    );
    if (next.length === 0)
      throw new Error(`The references of these tables form a cycle: ${[...remaining.keys()].join(', ')}`);
    for (const table of next) remaining.delete(table.name);
    ordered.push(...next);
  }
  return ordered;
}

const list = statement<TenantTable>(
  'list-tenant-tables',
  `with described as (
     select t.oid, t.relname::text as name, a.attname::text as column_name, a.attnum, a.attnotnull,
       format_type(a.atttypid, null) as type, a.attgenerated <> '' as is_computed,
       coalesce(pg_get_expr(d.adbin, d.adrelid) like 'nextval(%', false) or a.attidentity <> '' as is_numbered
     from pg_class t
     join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
     left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
     where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
       and exists (select from pg_attribute own where own.attrelid = t.oid and own.attname = 'tenant_id' and not own.attisdropped)
   )
   select name,
     array_agg(column_name order by attnum) filter (where column_name <> 'tenant_id' and not is_numbered and not is_computed)
       as columns,
     array(select key.attname::text from pg_index i
       cross join lateral unnest(i.indkey::int2[]) with ordinality part(attnum, place)
       join pg_attribute key on key.attrelid = i.indrelid and key.attnum = part.attnum
       where i.indrelid = described.oid and i.indisprimary order by part.place) as "primaryKey",
     min(column_name) filter (where is_numbered) as numbered,
     coalesce(array_agg(column_name order by attnum) filter (where type = 'jsonb' and attnotnull), '{}') as "requiredJson",
     array(select distinct parent.relname::text from pg_constraint f join pg_class parent on parent.oid = f.confrelid
       where f.conrelid = described.oid and f.contype = 'f' and f.conparentid = 0 and not f.condeferrable
         and f.confrelid <> f.conrelid) as parents
   from described group by oid, name order by name`,
);

/** A reference that is checked at the end of a transaction. */
export interface LateReference {
  readonly table: string;
  readonly target: string;
  /** The column to set to null, so that the target can be deleted first; null when every row needs its target. */
  readonly column: string | null;
}

export function listLateReferences(sql: Sql): Promise<LateReference[]> {
  return sql(listLate, []);
}

const listLate = statement<LateReference>(
  'list-late-references',
  `select t.relname::text as table, target.relname::text as target,
     (select a.attname::text from pg_attribute a
      where a.attrelid = f.conrelid and a.attnum = any (f.conkey) and not a.attnotnull limit 1) as column
   from pg_constraint f join pg_class t on t.oid = f.conrelid join pg_class target on target.oid = f.confrelid
   where f.contype = 'f' and f.condeferrable and f.conparentid = 0 and t.relnamespace = 'public'::regnamespace
   order by 1, 2, 3`,
);
