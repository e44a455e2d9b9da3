import type { FoundRows } from './compile-where.js';
import { Keyset } from './keyset.js';
import type { KnownTotal } from './known-totals.js';
import { boundedColumns } from './page-bytes.js';
import { type PageRows, rowsAfter, rowsAtOffset } from './page-sql.js';
import { planForValues } from './plan-for-values.js';
import type { ParsedSearch } from './read-search.js';
import { rowsByValue } from './rows-by-value.js';
import { rowsWalkedFirst } from './rows-walked-first.js';
import type { Searchable } from './searchable.js';
import { searchedRows } from './searched-rows.js';
import { revisionSql, totalSql } from './total-sql.js';

interface PageToCompile {
  readonly rows: FoundRows;
  readonly known: KnownTotal | undefined;
  /** The number of items; less than the limit of the search if so many are too large. */
  readonly shown: number;
}

/** Compiles the statement that reads one page, as text that need not be parsed to be sent, and the total. */
export function compilePage(
  resource: Searchable<unknown>,
  search: ParsedSearch,
  { rows, known, shown }: PageToCompile,
): string {
  const { scope, where, hasParent } = rows;
  const { table } = resource;
  const { parameters, tenant } = scope;
  const keyset = new Keyset(search.sort, table);
  const limit = parameters.add(shown, 'bigint');
  // One row more than the page shows whether another page follows.
  const fetched = search.isByCursor ? `${limit} + 1` : limit;
  const offset = search.after ? '0' : parameters.add(search.page * search.limit, 'bigint');
  const source = searchedRows(resource, search);
  const page = { table, source, where, orderBy: keyset.orderBy, limit: fetched };
  const { filter, sort, after } = search;
  const read = (from: PageRows, start: string) =>
    rowsByValue({ page: from, sort, scope, offset: start, after }) ??
    (after ? rowsAfter(from, keyset.after(after, parameters)) : rowsAtOffset(from, start));
  const walked = rowsWalkedFirst({ resource, search, rows, page, offset, read });
  const shownRows = search.isByCursor ? `(select * from page limit ${limit}) page` : 'page';
  const queries = [
    ...(walked?.queries ?? []),
    `page as materialized (${walked?.rows ?? read(page, offset)})`,
    'size as (select count(*) as rows from page)',
    `list as materialized (select coalesce(json_agg(${resource.recordOf('page')}), '[]')::text as records from ${shownRows})`,
    `revision as (select ${resource.hasRevisions ? revisionSql(table, tenant) : 'null'} as number)`,
  ];
  // The order does not matter to the count.
  const countedRows = searchedRows(resource, { filter, sort: [], isCount: true });
  const total = totalSql({
    source: countedRows,
    where,
    fetched,
    offset,
    search,
    known,
    isAllFound: walked?.isAllFound,
    parameters,
  });
  const position = search.isByCursor
    ? `(select ${keyset.positionOf('page')} from page offset ${limit} - 1 limit 1)`
    : 'null';
  return `with ${queries.join(', ')}
    select ${boundedColumns('list.records', shown)}, size.rows > ${limit} as "hasMore",
      ${total} as total, ${position} as position, ${hasParent} as "hasParent",
      revision.number as revision
    from size, list, revision where ${planForValues(parameters)}`;
}
