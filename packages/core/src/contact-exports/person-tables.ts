import { type Sql, statement } from '@parley/database';

/** A table with rows that belong to a contact: the deletion of the contact deletes them by cascade. */
export interface PersonTable {
  readonly name: string;
  readonly primaryKey: readonly string[];
  /** A condition on a row called `exported`; `$1` is the tenant and `$2` the contact. */
  readonly condition: string;
}

interface Reference {
  readonly table: string;
  readonly target: string;
  readonly columns: readonly string[];
  readonly targetColumns: readonly string[];
}

/**
 * Lists the tables with data of a person. They are derived from the foreign keys: a row that is deleted with a contact
 * belongs to the contact. A new table is therefore exported as well. Events outlive the contact and name it in a
 * column.
 */
export async function listPersonTables(sql: Sql): Promise<PersonTable[]> {
  const references = await sql(listCascades, []);
  const keys = new Map((await sql(listKeys, [])).map(({ table, columns }) => [table, columns]));
  const conditions = new Map([
    ['contacts', (row: string) => `${row}.tenant_id = $1::uuid and ${row}.id = $2::uuid`],
    [
      'events',
      (row: string) => `${row}.tenant_id = $1::uuid and (${row}.contact_id = $2::uuid or ${isMerged(row)})`,
    ],
  ]);
  for (let found = true; found; ) {
    found = false;
    for (const { table, target, columns, targetColumns } of references) {
      const ofTarget = conditions.get(target);
      // Deliveries describe webhooks and not people.
      if (ofTarget === undefined || target === 'events' || conditions.has(table)) continue;
      const parent = `parent_of_${table}`;
      conditions.set(table, (row) => {
        const pairs = columns.map((column, at) => `${row}.${column} = ${parent}.${targetColumns[at]}`);
        return `${row}.tenant_id = $1::uuid and exists (select from ${target} ${parent} where ${pairs.join(' and ')} and ${ofTarget(parent)})`;
      });
      found = true;
    }
  }
  return [...conditions].map(([name, condition]) => ({
    name,
    primaryKey: keys.get(name) ?? [],
    condition: condition('exported'),
  }));
}

/** The events of a contact that was merged into this one name the id that it had then. */
function isMerged(row: string): string {
  return `${row}.contact_id in (
    select id from merged_contacts where tenant_id = $1::uuid and merged_into = $2::uuid)`;
}

const listCascades = statement<Reference>(
  'list-cascades',
  `select t.relname::text as table, target.relname::text as target,
     array(select a.attname::text from unnest(f.conkey) with ordinality part(attnum, place)
       join pg_attribute a on a.attrelid = f.conrelid and a.attnum = part.attnum order by part.place) as columns,
     array(select a.attname::text from unnest(f.confkey) with ordinality part(attnum, place)
       join pg_attribute a on a.attrelid = f.confrelid and a.attnum = part.attnum order by part.place) as "targetColumns"
   from pg_constraint f join pg_class t on t.oid = f.conrelid join pg_class target on target.oid = f.confrelid
   where f.contype = 'f' and f.confdeltype = 'c' and f.conparentid = 0 and t.relnamespace = 'public'::regnamespace
   order by 1, 2, 3`,
);

const listKeys = statement<{ table: string; columns: readonly string[] }>(
  'list-primary-keys',
  `select t.relname::text as table,
     array(select a.attname::text from unnest(i.indkey::int2[]) with ordinality part(attnum, place)
       join pg_attribute a on a.attrelid = t.oid and a.attnum = part.attnum order by part.place) as columns
   from pg_index i join pg_class t on t.oid = i.indrelid
   where i.indisprimary and t.relnamespace = 'public'::regnamespace`,
);
