import { type Sql, type Statement, statement } from '@parley/database';
import { type NotFoundResource, notFound } from '../domain-error.js';
import { isId } from '../ids.js';
import type { Resource } from './resource.js';

/** Records that are looked up under a parent record. */
export interface Child<Entry> {
  readonly name: NotFoundResource;
  readonly parent: Pick<Resource<unknown>, 'name' | 'table'>;
  readonly find: Statement<{ record: Entry | null }>;
}

interface ChildDefinition extends Omit<Child<unknown>, 'find'> {
  readonly table: string;
  /** The column that refers to the parent. */
  readonly column: string;
  readonly recordOf: (row: string) => string;
}

export function defineChild<Entry>({ name, parent, table, column, recordOf }: ChildDefinition): Child<Entry> {
  const find = statement<{ record: Entry | null }>(
    `find-${table}-of-${parent.table}`,
    `select (select ${recordOf('child')} from ${table} child
       where child.tenant_id = parent.tenant_id and child.${column} = parent.id and child.id = $3::uuid) as record
     from ${parent.table} parent where parent.tenant_id = $1::uuid and parent.id = $2::uuid`,
  );
  return { name, parent, find };
}

/** Returns a child record. A missing parent is reported before a missing child. */
export async function requireChild<Entry>(
  sql: Sql,
  { name, parent, find }: Child<Entry>,
  { tenantId, parentId, id }: { tenantId: string; parentId: string; id: string },
): Promise<Entry> {
  const [found] = isId(parentId) ? await sql(find, [tenantId, parentId, isId(id) ? id : null]) : [];
  if (found === undefined) throw notFound(parent.name);
  if (found.record === null) throw notFound(name);
  return found.record;
}
