import type { Database } from '../../packages/database/src/index.js';

/** What the catalogue knows of a table. */
export interface TableShape {
  readonly columns: ReadonlySet<string>;
  /** The columns of each unique index, without the tenant. */
  readonly keys: readonly (readonly string[])[];
  /** The columns with ids of records, without the tenant. */
  readonly ids: ReadonlySet<string>;
}

interface Row {
  readonly name: string;
  readonly columns: readonly string[];
  readonly ids: readonly string[];
  readonly keys: readonly (readonly string[] | null)[];
}

/** Reads the tables and views of the catalogue, with their unique indexes. */
export async function readShapes({ pool }: Database): Promise<ReadonlyMap<string, TableShape>> {
  const { rows } = await pool.query<Row>(
    `select t.relname as name,
       (select array_agg(a.attname::text) from pg_attribute a where a.attrelid = t.oid and a.attnum > 0) as columns,
       coalesce((select array_agg(a.attname::text) from pg_attribute a
         where a.attrelid = t.oid and a.atttypid = 'uuid'::regtype and a.attname <> 'tenant_id'), '{}') as ids,
       coalesce((select jsonb_agg((select jsonb_agg(a.attname) from pg_attribute a
           where a.attrelid = t.oid and a.attnum = any (i.indkey) and a.attname <> 'tenant_id'))
         from pg_index i where i.indrelid = t.oid and i.indisunique and i.indpred is null and 0 <> all (i.indkey)
           and i.indnkeyatts > 0), '[]') as keys
     from pg_class t where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p', 'v')`,
  );
  return new Map(
    rows.map(({ name, columns, ids, keys }) => [
      name,
      {
        columns: new Set(columns),
        ids: new Set(ids),
        keys: [['id'], ['ctid'], ...keys.map((key) => key ?? [])],
      },
    ]),
  );
}
