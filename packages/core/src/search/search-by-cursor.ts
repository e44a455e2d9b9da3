import type { Context } from '../context.js';
import type { InvalidParams } from '../domain-error.js';
import { notFound } from '../domain-error.js';
import { ValidationErrors } from '../validation-errors.js';
import { compileWhere } from './compile-where.js';
import { type Cursor, writeCursor } from './cursor.js';
import { Keyset, type SortPosition, toCursor } from './keyset.js';
import { rowsAfter, rowsAtOffset } from './page-sql.js';
import { type Expressions, type ParsedRequest, readRequest } from './parse-request.js';
import { parseSort } from './parse-sort.js';
import { planForValues } from './plan-for-values.js';
import { readAfter } from './read-after.js';
import { runSearch } from './run-search.js';
import type { Searchable } from './searchable.js';

/** A search whose pages follow a record, so that new records do not shift them. Every field to sort by has a value. */
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

export async function searchByCursor<Entry>(
  context: Context,
  resource: CursorSearchable<Entry>,
  request: CursorSearchRequest,
): Promise<CursorPage<Entry>> {
  const errors = new ValidationErrors();
  const { filter, sort, text, after } = readCursorRequest(resource, request, errors);
  errors.throwIfAny();
  const { table, parent } = resource;
  const { limit = 10 } = request;
  const { scope, where, hasParent } = compileWhere(resource, { filter, text }, context.tenantId);
  const { parameters } = scope;
  const keyset = new Keyset(sort, table, { canMiss: false });
  // One row more than the page shows whether another page follows.
  const rows = { table, where, orderBy: keyset.orderBy, limit: parameters.add(limit + 1, 'bigint') };
  const sql = `with page as materialized (
      ${after ? rowsAfter(rows, keyset.after(after, parameters)) : rowsAtOffset(rows, '0')}
    )
    select ${hasParent} as "hasParent",
      (select coalesce(json_agg(${resource.recordOf('page')}), '[]'::json) from page) as records,
      (select ${keyset.positionOf('page')} from page offset ${parameters.add(limit - 1, 'bigint')} limit 1) as position
    where ${planForValues(parameters)}`;
  const row = await runSearch<Row<Entry>>(context, sql, parameters);
  if (parent && !row.hasParent) throw notFound(parent.resource.name);
  const { records, position } = row;
  const cursor = records.length > limit && position ? toCursor(position, (after?.page ?? 0) + 1) : undefined;
  const nextCursor = cursor ? writeCursor(cursor, { table, request }) : null;
  return { records: records.slice(0, limit), limit, nextCursor };
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
  readonly position: SortPosition | null;
}

interface ReadRequest extends ParsedRequest {
  readonly after: Cursor | undefined;
}

function readCursorRequest(
  { table, fields, defaultSort }: CursorSearchable<unknown>,
  request: CursorSearchRequest,
  errors: ValidationErrors,
): ReadRequest {
  const { filter, sort: wished, text } = readRequest(request, fields, errors);
  const sort = wished.length > 0 ? wished : parseSort(defaultSort, fields);
  const after = readAfter({ text: request.cursor, path: 'cursor' }, { table, request, sort }, errors);
  return { filter, sort, text, after };
}
