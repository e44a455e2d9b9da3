import type { Context } from '../context.js';
import { notFound } from '../domain-error.js';
import { JsonText } from '../resources/json-text.js';
import { ValidationErrors } from '../validation-errors.js';
import { compilePage } from './compile-page.js';
import { compileWhere } from './compile-where.js';
import { writeCursor } from './cursor.js';
import { type SortPosition, toCursor } from './keyset.js';
import { KnownTotals } from './known-totals.js';
import { type BoundedRecords, pageTooLarge, readFitting } from './page-bytes.js';
import type { SearchRequest } from './parse-request.js';
import { readAddressValues } from './read-address-values.js';
import { type ParsedSearch, readSearch } from './read-search.js';
import { resolveFilter } from './resolve-filter.js';
import { withinSearch } from './run-search.js';
import type { Searchable } from './searchable.js';

/** The position of a page, and the total. */
export interface PageFacts {
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  /** Whether there are more records than `total`; undefined unless the request bounds the count. */
  readonly totalIsLowerBound?: boolean;
  /** Null on the last page; undefined unless the request has a cursor, which may be null. */
  readonly nextCursor?: string | null;
}

export interface SearchResult<Entry> extends PageFacts {
  readonly records: readonly Entry[];
}

export interface TextSearchResult<Entry> extends PageFacts {
  readonly records: JsonText<readonly Entry[]>;
}

/** Like `searchText`, for records whose fields are needed. */
export async function search<Entry>(
  context: Context,
  resource: Searchable<Entry>,
  request: SearchRequest,
): Promise<SearchResult<Entry>> {
  const { records, ...facts } = await searchText(context, resource, request);
  return { records: records.parse(), ...facts };
}

/**
 * Returns one page and the total, in one round trip after the lookups that a filter may need. The total is exact unless the
 * request bounds the count. A page that is read with a cursor has fewer items if so many are too large.
 */
export async function searchText<Entry>(
  context: Context,
  resource: Searchable<Entry>,
  request: SearchRequest,
): Promise<TextSearchResult<Entry>> {
  const { database, tenantId, sizes } = context;
  const read = await parseSearch(context, resource, request);
  const totals = resource.hasRevisions ? KnownTotals.of(database) : undefined;
  const { page, limit } = read;
  const { row, records } = await withinSearch(context, async ({ lookUp, run }) => {
    const filter = await resolveFilter({ lookUp, tenantId, sizes }, resource, { ...read, request });
    const parsed = { ...read, filter };
    const readPage = async (shown: number) => {
      const rows = compileWhere(resource, parsed, context);
      const { parameters } = rows.scope;
      const totalKey = JSON.stringify([rows.where, parameters.values]);
      const sql = compilePage(resource, parsed, { rows, known: totals?.find(tenantId, totalKey), shown });
      return { ...(await run<SearchRow>(sql, parameters)), totalKey };
    };
    if (parsed.isByCursor) return readFitting(limit, readPage);
    const row = await readPage(limit);
    if (row.records === null) throw pageTooLarge(database.searches.timeoutMs);
    return { row, records: row.records };
  });
  const { revision, hasParent, totalKey } = row;
  if (resource.parent && !hasParent) throw notFound(resource.parent.resource.name);
  const total = describeTotal(Number(row.total), read);
  if (revision !== null && !total.totalIsLowerBound)
    totals?.keep(tenantId, totalKey, { revision, total: row.total });
  const cursorAfter = (position: SortPosition | null) =>
    position && writeCursor(toCursor(position, page + 1), { table: resource.table, request });
  return {
    records: new JsonText(records),
    page,
    limit,
    ...total,
    ...(read.isByCursor && { nextCursor: row.hasMore ? cursorAfter(row.position) : null }),
  };
}

/** The records are JSON text. */
interface SearchRow extends BoundedRecords<string> {
  /** Whether another page follows; always false unless a cursor was requested. */
  readonly hasMore: boolean;
  /** A bigint, which the driver returns as text. */
  readonly total: string;
  /** The sort position of the last record of a full page. */
  readonly position: SortPosition | null;
  readonly hasParent: boolean;
  /** The revision of the tenant's rows; null for tables whose changes are not counted. */
  readonly revision: string | null;
}

async function parseSearch(
  context: Context,
  resource: Searchable<unknown>,
  request: SearchRequest,
): Promise<ParsedSearch> {
  const errors = new ValidationErrors();
  const parsed = readSearch(resource, request, errors);
  errors.throwIfAny();
  return { ...parsed, filter: parsed.filter && (await readAddressValues(context, parsed.filter)) };
}

function describeTotal(
  counted: number,
  { countUpTo }: ParsedSearch,
): Pick<PageFacts, 'total' | 'totalIsLowerBound'> {
  if (countUpTo === undefined) return { total: counted };
  return { total: Math.min(counted, countUpTo), totalIsLowerBound: counted > countUpTo };
}
