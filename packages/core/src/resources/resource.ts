import { type Statement, statement } from '@parley/database';
import type { NotFoundResource } from '../domain-error.js';

/** Where records come from. The table may be a view. */
export interface RecordSource<Entry> {
  /** Decides the code of the "not found" error. */
  readonly name: NotFoundResource;
  readonly table: string;
  /** SQL expression that reads the whole record as JSON from a row of the given name. */
  readonly recordOf: (row: string) => string;
  /** Returns the SQL condition that callers can see the row of this name; `tenant` is an SQL expression. */
  readonly isVisible?: (row: string, tenant: string) => string;
  /** This property only carries the type; it is never set. */
  readonly entry?: Entry;
}

/** What generic code needs to know about a resource, so that lookups, locks, lists and deletions are written once. */
export interface Resource<Entry> extends RecordSource<Entry> {
  readonly statements: ResourceStatements<Entry>;
}

interface ResourceStatements<Entry> {
  readonly find: Statement<{ record: Entry }>;
  /** Returns a row for each id, in their order; the record is null if there is none. */
  readonly collect: Statement<{ record: Entry | null }>;
  readonly lock: Statement<{ id: string }>;
  readonly list: Statement<{ records: Entry[] }>;
  readonly remove: Statement<{ id: string }>;
}

interface ResourceDefinition {
  readonly name: NotFoundResource;
  readonly table: string;
  readonly recordOf: (row: string) => string;
  /**
   * Restricts the records to a part of the table. The statements of such a resource need names of their own, which
   * start with `key`.
   */
  readonly view?: { readonly key: string; readonly condition: string };
  readonly isVisible?: RecordSource<unknown>['isVisible'];
}

export function defineResource<Entry>({
  name,
  table,
  recordOf,
  view,
  isVisible,
}: ResourceDefinition): Resource<Entry> {
  const key = view?.key ?? table;
  const owned = [
    `${table}.tenant_id = $1::uuid`,
    ...(view ? [view.condition] : []),
    ...(isVisible ? [isVisible(table, '$1::uuid')] : []),
  ].join(' and ');
  const record = recordOf(table);
  return {
    name,
    table,
    recordOf,
    ...(isVisible && { isVisible }),
    statements: {
      find: statement(
        `find-${key}`,
        `select ${record} as record from ${table} where ${owned} and ${table}.id = $2::uuid`,
      ),
      // The planner does not see how many ids there are. Otherwise plans for a few ids seem cheaper than one for any number, and
      // PostgreSQL plans the statement each time, which takes longer than running it.
      collect: statement(
        `collect-${key}`,
        `select (select ${record} from ${table} where ${owned} and ${table}.id = wanted.id) as record
         from unnest((select $2::uuid[])) with ordinality as wanted(id, number) order by wanted.number`,
      ),
      lock: statement(
        `lock-${key}`,
        `select ${table}.id from ${table} where ${owned} and ${table}.id = $2::uuid for no key update`,
      ),
      list: statement(
        `list-${key}`,
        `select coalesce(json_agg(${record} order by ${table}.created_at desc, ${table}.id desc), '[]'::json)
           as records from ${table} where ${owned}`,
      ),
      remove: statement(
        `remove-${key}`,
        `delete from ${table} where ${owned} and ${table}.id = $2::uuid returning ${table}.id`,
      ),
    },
  };
}
