import type pg from 'pg';
import type { Searchable } from '../../src/index.js';

export interface Filling {
  readonly table: string;
  readonly tenantId: string;
  readonly count: number;
  /** SQL expressions for columns that need a certain value. `n` is the number of the row, from 1 to `count`. */
  readonly columns?: Readonly<Record<string, string>>;
}

/**
 * Inserts rows into any table, derived from its columns alone: different ids, texts, numbers and times. Of an enum or a
 * boolean, almost all rows have one value, and few have another. References point to nothing, and no constraint checks
 * them. The indexes are built afterwards, which takes half the time.
 */
export async function fillTable(client: pg.PoolClient, filling: Filling): Promise<void> {
  const { table, tenantId, count, columns = {} } = filling;
  const filled = (await listColumns(client, table)).filter(
    ({ name, isNullable, hasDefault }) => name in columns || !(isNullable || hasDefault),
  );
  const cells = filled.map((column) =>
    column.name === 'tenant_id' ? `'${tenantId}'::uuid` : (columns[column.name] ?? cellOf(column)),
  );
  await client.query('begin');
  await client.query('set local session_replication_role = replica');
  await client.query(`set local maintenance_work_mem = '128MB'`);
  const indexes = await dropIndexes(client, table);
  await client.query(
    `insert into ${table} (${filled.map(({ name }) => name).join(', ')})
     select ${cells.join(', ')} from generate_series(1, ${count}) n`,
  );
  for (const index of indexes) await client.query(index);
  await client.query('commit');
  await client.query(`vacuum (analyze) ${table}`);
}

/**
 * Returns the columns by which a resource is searched, each with an SQL expression for its values. In a nullable column,
 * one row in a thousand has no value.
 */
export async function searchedColumns(
  client: pg.PoolClient,
  { table, fields, parent }: Searchable<unknown>,
): Promise<Record<string, string>> {
  const all = new Map((await listColumns(client, table)).map((column) => [column.name, column]));
  const searched = Object.values(fields).flatMap((field) => {
    if (field.kind === 'attribute' || field.within || typeof field.column !== 'string') return [];
    const column = all.get(field.column);
    if (!column) return [];
    const values = field.kind === 'enum' ? field.values : column.values;
    const cell = cellOf({ ...column, values });
    const mayMiss = column.isNullable ? `case when n % 1000 = 1 then null else ${cell} end` : cell;
    return [[column.name, mayMiss] as const];
  });
  return { ...Object.fromEntries(searched), ...(parent && { [parent.column]: `'${parent.id}'::uuid` }) };
}

/** Returns the id of the row with this number, or an SQL expression for it. It is the same in every table. */
export function idOf(n: number | string): string {
  return typeof n === 'number'
    ? `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
    : `('00000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly hasDefault: boolean;
  /** The values of an enum. */
  readonly values: readonly string[];
}

async function listColumns(client: pg.PoolClient, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select attname as name, format_type(atttypid, atttypmod) as type, not attnotnull as "isNullable",
       atthasdef as "hasDefault",
       array(select enumlabel::text from pg_enum where enumtypid = atttypid order by enumsortorder) as values
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [table],
  );
  return rows;
}

function cellOf({ name, type, values }: Column): string {
  if (values.length > 0) return rareOf(`'${values.at(-1)}'::${type}`, `'${values[0]}'::${type}`);
  if (type === 'uuid') return idOf('n');
  if (type === 'text') return `'${name} ' || n`;
  if (type === 'boolean') return rareOf('true', 'false');
  if (type === 'jsonb') return `'{}'::jsonb`;
  if (type.startsWith('timestamp')) return `timestamptz '2026-01-01T00:00Z' + n * interval '1 second'`;
  return type.endsWith('[]') ? `'{}'::${type}` : 'n';
}

function rareOf(rare: string, usual: string): string {
  return `case when n % 1000 = 0 then ${rare} else ${usual} end`;
}

/**
 * Returns the statements that create the indexes again. The indexes of a partitioned table stay, because each consists
 * of indexes of the partitions.
 */
async function dropIndexes(client: pg.PoolClient, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = indexrelid)
       and not exists (select from pg_partitioned_table where partrelid = indrelid)`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}
