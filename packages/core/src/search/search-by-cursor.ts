import type { Context } from '../context.js';
import type { InvalidParams } from '../domain-error.js';
import { notFound } from '../domain-error.js';
import { ValidationErrors } from '../validation-errors.js';
import type { Scope } from './comparison.js';
import { compileWhere } from './compile-where.js';
import { type Cursor, writeCursor } from './cursor.js';
import { Keyset, type SortPosition, toCursor } from './keyset.js';
import { type BoundedRecords, boundedColumns, readFitting } from './page-bytes.js';
import { type PageRows, rowsAfter, rowsAtOffset } from './page-sql.js';
import type { Parameters } from './parameters.js';
import { type Expressions, type ParsedRequest, readRequest } from './parse-request.js';
import { parseSort } from './parse-sort.js';
import { planForValues } from './plan-for-values.js';
import { readAfter } from './read-after.js';
import type { Looking } from './resolve-lookups.js';
import type { PageParts } from './rows-walked-first.js';
import { withinSearch } from './run-search.js';
import type { Searchable } from './searchable.js';

/** A search whose pages follow a record, so that new records do not shift them. Every field to sort by has a value. */
export interface CursorSearchable<Entry> extends Searchable<Entry> {
  /** The default order. */
  readonly defaultSort: string;
  /** Compiles the page of a searched text, instead of a comparison with `searchColumn`. */
  readonly findText?: (text: string, search: TextSearch) => Promise<PageParts>;
  /** Tells the caller of a search that was stopped what to change. */
  readonly advice?: string;
  /** Distinguishes the cursors of two searches over one table. Default is the name of the table. */
  readonly cursorKey?: string;
}

/** The search that a text belongs to. */
export interface TextSearch extends Looking {
  readonly scope: Scope;
  /** The rows that the page would have without the text. */
  readonly rows: PageRows;
  /** Conditions of the rows after the cursor, of which no row satisfies two. */
  readonly later: readonly string[];
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
  const { table, parent, advice, cursorKey = table } = resource;
  const { limit = 10 } = request;
  const { row, records, shown } = await withinSearch(
    context,
    ({ lookUp, run }) => {
      const read = async (shown: number) => {
        const rows = { filter, sort, text, after, limit: shown };
        const { sql, parameters } = await compilePage(resource, rows, { ...context, lookUp });
        return run<Row<Entry>>(sql, parameters);
      };
      return readFitting(limit, async (shown) => {
        const first = await read(shown);
        return first.isCurrent ? first : read(shown);
      });
    },
    advice,
  );
  if (parent && !row.hasParent) throw notFound(parent.resource.name);
  const { position } = row;
  const cursor = records.length > shown && position ? toCursor(position, (after?.page ?? 0) + 1) : undefined;
  const nextCursor = cursor ? writeCursor(cursor, { table: cursorKey, request }) : null;
  return { records: records.slice(0, shown), limit, nextCursor };
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

interface Row<Entry> extends BoundedRecords<readonly Entry[]> {
  readonly hasParent: boolean;
  readonly isCurrent: boolean;
  readonly position: SortPosition | null;
}

interface ReadRequest extends ParsedRequest {
  readonly after: Cursor | undefined;
}

async function compilePage(
  resource: CursorSearchable<unknown>,
  { filter, sort, text, after, limit }: ReadRequest & { readonly limit: number },
  search: Looking,
): Promise<{ sql: string; parameters: Parameters }> {
  const { table, findText } = resource;
  const compared = { filter, text: findText ? '' : text };
  const { scope, where, hasParent } = compileWhere(resource, compared, search);
  const { parameters } = scope;
  const keyset = new Keyset(sort, table, { canMiss: false });
  const later = after ? keyset.after(after, parameters) : ['true'];
  // One row more than the page shows whether another page follows.
  const rows = { table, where, orderBy: keyset.orderBy, limit: parameters.add(limit + 1, 'bigint') };
  const page: PageParts =
    findText && text
      ? await findText(text, { ...search, scope, rows, later })
      : { queries: [], rows: after ? rowsAfter(rows, later) : rowsAtOffset(rows, '0') };
  const list = `select coalesce(json_agg(${resource.recordOf('page')}), '[]'::json) as records from page`;
  const queries = [...page.queries, `page as materialized (${page.rows})`, `list as materialized (${list})`];
  const sql = `with ${queries.join(', ')}
    select ${hasParent} as "hasParent", ${page.isCurrent ?? 'true'} as "isCurrent",
      ${boundedColumns('list.records', limit)},
      (select ${keyset.positionOf('page')} from page offset ${parameters.add(limit - 1, 'bigint')} limit 1) as position
    from list where ${planForValues(parameters)}`;
  return { sql, parameters };
}

function readCursorRequest(
  { table, cursorKey = table, fields, defaultSort }: CursorSearchable<unknown>,
  request: CursorSearchRequest,
  errors: ValidationErrors,
): ReadRequest {
  const { filter, sort: wished, text } = readRequest(request, fields, errors);
  const sort = wished.length > 0 ? wished : parseSort(defaultSort, fields);
  const search = { table: cursorKey, request, sort };
  const after = readAfter({ text: request.cursor, path: 'cursor' }, search, errors);
  return { filter, sort, text, after };
}
