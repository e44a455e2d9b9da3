import { RepeatedStatements } from '@parley/database';
import type { Context } from '../context.js';
import type { InvalidParams } from '../domain-error.js';
import { notFound } from '../domain-error.js';
import { isId } from '../ids.js';
import { ValidationErrors } from '../validation-errors.js';
import { compileFilter } from './compile-filter.js';
import { compileParent, compileText } from './compile-search.js';
import { type Cursor, readCursor, writeCursor } from './cursor.js';
import type { Filter } from './filter.js';
import { Keyset } from './keyset.js';
import { Parameters } from './parameters.js';
import { type Expressions, readRequest } from './parse-request.js';
import { parseSort, type SortKey } from './parse-sort.js';
import { planForValues } from './plan-for-values.js';
import type { Searchable } from './searchable.js';

/** A search whose pages follow a record, so that new records do not shift them. */
export interface CursorSearchable<Entry> extends Searchable<Entry> {
  /** The default order. */
  readonly defaultSort: string;
}

export interface CursorSearchRequest extends Expressions {
  /** The `nextCursor` of the previous page; undefined for the first page. */
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

export interface CursorPage<Entry> {
  readonly records: readonly Entry[];
  readonly limit: number;
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

const statements = new RepeatedStatements('search-by-cursor');

export async function searchByCursor<Entry extends { readonly id: string }>(
  { database, tenantId }: Context,
  resource: CursorSearchable<Entry>,
  request: CursorSearchRequest,
): Promise<CursorPage<Entry>> {
  const errors = new ValidationErrors();
  const { filter, sort, text, after } = readCursorRequest(resource, request, errors);
  errors.throwIfAny();
  const { table, parent } = resource;
  if (parent && !isId(parent.id)) throw notFound(parent.resource.name);
  const { limit = 10 } = request;
  const parameters = new Parameters();
  const scope = { row: table, tenant: parameters.add(tenantId, 'uuid'), parameters };
  const belonging = parent && compileParent(parent, scope);
  const keyset = new Keyset(sort, table);
  const where = [
    `${table}.tenant_id = ${scope.tenant}`,
    ...(belonging ? [belonging.condition] : []),
    ...(filter ? [compileFilter(filter, scope)] : []),
    ...(text ? [compileText(resource, text, scope)] : []),
    ...(after ? [keyset.after(after, parameters)] : []),
  ].join(' and ');
  // One row more than the page shows whether another page follows.
  const sql = `select ${belonging?.exists ?? 'true'} as "hasParent", (
      select coalesce(json_agg(${resource.recordOf('page')}), '[]'::json) from (
        select * from ${table} where ${where} order by ${keyset.orderBy} limit ${parameters.add(limit + 1, 'bigint')}
      ) page
    ) as records where ${planForValues(parameters)}`;
  const [row] = await database.sql(statements.use<Row<Entry>>(sql), parameters.values);
  if (row === undefined) throw new Error('A search returned no row');
  if (parent && !row.hasParent) throw notFound(parent.resource.name);
  const records = row.records.slice(0, limit);
  const last = row.records.length > limit ? records.at(-1) : undefined;
  return { records, limit, nextCursor: last ? writeCursor(placeOf(last, sort, resource), request) : null };
}

/** Returns the validation errors of such a search without searching. */
export function checkCursorSearch(
  resource: CursorSearchable<unknown>,
  request: CursorSearchRequest,
): InvalidParams {
  const errors = new ValidationErrors();
  readCursorRequest(resource, request, errors);
  return errors.invalidParams;
}

interface Row<Entry> {
  readonly hasParent: boolean;
  readonly records: readonly Entry[];
}

interface ReadRequest {
  readonly filter: Filter | undefined;
  readonly sort: readonly SortKey[];
  readonly text: string;
  readonly after: Cursor | undefined;
}

/** A cursor is read with the order that it was written for, so it is not checked when the order is invalid. */
function readCursorRequest(
  { fields, defaultSort }: CursorSearchable<unknown>,
  request: CursorSearchRequest,
  errors: ValidationErrors,
): ReadRequest {
  const { filter, sort: wished, text } = readRequest(request, fields, errors);
  const sort = wished.length > 0 ? wished : parseSort(defaultSort, fields);
  const { cursor } = request;
  if (cursor === undefined || 'sortBy' in errors.invalidParams)
    return { filter, sort, text, after: undefined };
  const order = sort.map(({ field }) => field);
  const after = readCursor(cursor, request, order);
  if (typeof after !== 'string') return { filter, sort, text, after };
  errors.add('cursor', 'invalid_string', after);
  return { filter, sort, text, after: undefined };
}

/** Records show their fields by the same names. */
function placeOf(
  record: { readonly id: string },
  sort: readonly SortKey[],
  { fields }: Searchable<unknown>,
): Cursor {
  const shown = new Map<string, unknown>(Object.entries(record));
  const names = new Map(Object.entries(fields).map(([name, field]) => [field, name]));
  const values = sort.map(({ field }) => String(shown.get(names.get(field) ?? '')));
  return { values, id: record.id };
}
