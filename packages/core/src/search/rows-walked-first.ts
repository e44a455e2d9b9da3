import { compileConditions, type FoundRows } from './compile-where.js';
import { isExcluding } from './excluding-filter.js';
import { foundRows } from './found-rows.js';
import type { PageRows } from './page-sql.js';
import type { ParsedSearch } from './read-search.js';
import type { Searchable } from './searchable.js';

interface WalkedPage {
  readonly resource: Searchable<unknown>;
  readonly search: ParsedSearch;
  readonly rows: FoundRows;
  readonly page: PageRows;
  /** The number of rows before the page, as SQL; 0 for a page after a cursor. */
  readonly offset: string;
  /** Returns the rows of a page after an offset, as SQL. */
  readonly read: (page: PageRows, offset: string) => string;
}

/** The parts of a statement that reads a page. */
export interface PageParts {
  /** Named queries before the page. */
  readonly queries: readonly string[];
  /** The rows of the page. */
  readonly rows: string;
  /** The condition that all rows are in `found`; undefined if they never are. */
  readonly isAllFound?: string;
  /** The condition that what was looked up for the page is still true; undefined if it cannot change. */
  readonly isCurrent?: string;
}

/**
 * Reads a page of a search that excludes rows by other tables. Usually most rows remain, and the page is found among the
 * first rows in its order, each of which is looked up in the other table. PostgreSQL always expects that, and with a label
 * that all of 200,000 contacts have, it looked up each of them: 600 ms. So only some rows are looked up. If they do not
 * contain the page, all rows that remain are found first, without a limit.
 *
 * Returns undefined for other searches.
 */
export function rowsWalkedFirst(walk: WalkedPage): PageParts | undefined {
  const { resource, search, rows, page, offset, read } = walk;
  const { filter } = search;
  if (filter === undefined || !isExcluding(filter)) return undefined;
  const { table, source = table } = page;
  const { scope, base } = rows;
  const { parameters, sizes } = scope;
  const needed = (search.after ? 0 : search.page * search.limit) + search.limit + 1;
  const depth = parameters.add(Math.max(sizes.walkedRows, 2 * needed), 'bigint');
  const lookedUp = compileConditions(resource, search, { ...scope, isLookedUp: true }).join(' and ');
  // The first rows of the whole order, not of each part of it that `read` combines: a later part could fill the page.
  const first = read({ ...page, where: base, limit: depth }, '0');
  const walked = `select * from (${first}) as ${table} where ${lookedUp}
    order by ${page.orderBy} limit ${page.limit} offset ${offset}`;
  const isFull = `(select count(*) from walked) = ${page.limit}`;
  const ofTenant = `${table}.tenant_id = ${scope.tenant}`;
  const chosen = read({ ...page, source: `found as ${table}`, where: 'true' }, offset);
  return {
    queries: [
      `walked as materialized (${walked})`,
      ...foundRows({ resource, search: { ...search, filter }, rows, page, isFull, lookedUp }),
    ],
    rows: `select * from walked where ${isFull} union all
      (select * from ${source} where ${ofTenant} and not ${isFull}
        and ${table}.id in (select id from (${chosen}) chosen) order by ${page.orderBy})`,
    isAllFound: `not ${isFull}`,
  };
}
