import type { Context } from '../context.js';
import { notFound } from '../domain-error.js';
import { isId, newId } from '../ids.js';
import type { Transaction } from '../sql/transact.js';
import { requireById } from './get-by-id.js';
import type { Resource } from './resource.js';

/** Columns of the resource's table with their values. An undefined value leaves the column as it is. */
export type ColumnValues = Readonly<Record<string, unknown>>;

/** Inserts a row of a resource, and returns its record. */
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

export interface RecordUpdate<Entry> {
  readonly record: Entry;
  readonly isChanged: boolean;
}

/**
 * Changes a row of a resource, and the time of its last change. Unchanged values change nothing, so that a record can
 * be sent back as it was read.
 */
export async function updateIfDifferent<Entry>(
  { sql }: Transaction,
  { tenantId, now }: Context,
  resource: Resource<Entry>,
  { id, values }: { id: string; values: ColumnValues },
): Promise<RecordUpdate<Entry>> {
  const columns = present(values);
  if (!isId(id)) throw notFound(resource.name);
  const { table } = resource;
  const names = columns.map(([name]) => name);
  const places = columns.map((_, index) => `$${index + 4}`);
  const changes = names.map((name, index) => `${name} = ${places[index]}`).join(', ');
  const differences = names.map((name, index) => `${name} is distinct from ${places[index]}`).join(' or ');
  const text = `update ${table} set updated_at = $3, ${changes}
    where tenant_id = $1 and id = $2 and (${differences})
    returning ${resource.recordOf(table)} as record`;
  const given = [tenantId, id, now(), ...columns.map(([, value]) => value)];
  const [row] = columns.length === 0 ? [] : await sql<{ record: Entry }>({ text }, given);
  if (row !== undefined) return { record: row.record, isChanged: true };
  return { record: await requireById(sql, resource, { tenantId, id }), isChanged: false };
}

/** Does the same for a resource that emits no event. */
export async function updateRecord<Entry>(
  ...update: Parameters<typeof updateIfDifferent<Entry>>
): Promise<Entry> {
  return (await updateIfDifferent(...update)).record;
}

function present(values: ColumnValues): [name: string, value: unknown][] {
  return Object.entries(values).filter(([, value]) => value !== undefined);
}
