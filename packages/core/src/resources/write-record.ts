import type { Context } from '../context.js';
import { notFound } from '../domain-error.js';
import { isId, newId } from '../ids.js';
import type { Transaction } from '../sql/transact.js';
import { requireById } from './get-by-id.js';
import type { Resource } from './resource.js';

/** Columns of the resource's table with their values, whose types the columns decide. Undefined: left as it is. */
export type ColumnValues = Readonly<Record<string, unknown>>;

/** Makes a row of a resource, created now, and gives its record. */
export async function insertRecord<Entry>(
  { sql }: Transaction,
  { tenantId, now }: Context,
  resource: Resource<Entry>,
  values: ColumnValues,
): Promise<Entry> {
  const at = now();
  const columns = present({ tenant_id: tenantId, id: newId(), created_at: at, updated_at: at, ...values });
  const names = columns.map(([name]) => name).join(', ');
  const places = columns.map((_, index) => `$${index + 1}`).join(', ');
  const [row] = await sql<{ record: Entry }>(
    {
      text: `insert into ${resource.table} (${names}) values (${places})
        returning ${resource.recordOf(resource.table)} as record`,
    },
    columns.map(([, value]) => value),
  );
  if (row === undefined) throw new Error(`Nothing was inserted into ${resource.table}`);
  return row.record;
}

/** Changes a row of a resource, and the time of its last change with it. Without any change it stays untouched. */
export async function updateRecord<Entry>(
  { sql }: Transaction,
  { tenantId, now }: Context,
  resource: Resource<Entry>,
  { id, values }: { id: string; values: ColumnValues },
): Promise<Entry> {
  const columns = present(values);
  if (columns.length === 0) return requireById(sql, resource, { tenantId, id });
  if (!isId(id)) throw notFound(resource.name);
  const changes = columns.map(([name], index) => `${name} = $${index + 4}`).join(', ');
  const { table } = resource;
  const [row] = await sql<{ record: Entry }>(
    {
      text: `update ${table} set updated_at = $3, ${changes} where tenant_id = $1 and id = $2
        returning ${resource.recordOf(table)} as record`,
    },
    [tenantId, id, now(), ...columns.map(([, value]) => value)],
  );
  if (row === undefined) throw notFound(resource.name);
  return row.record;
}

function present(values: ColumnValues): [name: string, value: unknown][] {
  return Object.entries(values).filter(([, value]) => value !== undefined);
}
