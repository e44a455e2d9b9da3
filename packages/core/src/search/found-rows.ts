import { idsWithoutValues } from './absent-values.js';
import { compileConditions, type FoundRows } from './compile-where.js';
import { alternativesOf, splitFilter } from './excluding-filter.js';
import { type FewRows, fewRows } from './few-rows.js';
import type { Filter } from './filter.js';
import { columnOf } from './find-field.js';
import type { PageRows } from './page-sql.js';
import type { ParsedSearch } from './read-search.js';
import { remainingIds } from './remaining-ids.js';
import type { Searchable } from './searchable.js';

interface ExcludingSearch {
  readonly resource: Searchable<unknown>;
  readonly search: Pick<ParsedSearch, 'text' | 'sort'> & { readonly filter: Filter };
  readonly rows: FoundRows;
  readonly page: PageRows;
  /** The condition that the page is known already. */
  readonly isFull: string;
  /** The condition of the search, which looks up each row in other tables. */
  readonly lookedUp: string;
}

/**
 * Named queries, the last of which is `found`: the ids of all rows that an excluding search finds, and the columns to sort by.
 * An index may find few rows by their own columns, and then only these are looked up. Otherwise the ids of the rows that remain
 * are collected, and their own columns are compared.
 */
export function foundRows(search: ExcludingSearch): readonly string[] {
  const { resource, rows, page, isFull, lookedUp } = search;
  const { text, sort, filter } = search.search;
  const { table, source = table } = page;
  const { scope, base, ofOwner } = rows;
  const { own, others } = splitFilter(filter);
  const hasOwn = own !== undefined || text !== '';
  const few = hasOwn ? fewOwnRows(search, own) : undefined;
  const isEnough = few ? `(${isFull} or ${few.areFew})` : `(${isFull})`;
  const remaining = alternativesOf(others).map((alternative, at) =>
    remainingIds({ resource, rows, page, isFull: isEnough }, { filter: alternative, name: `values_${at}` }),
  );
  const absent = idsWithoutValues(
    remaining.flatMap((part) => part.absent ?? []),
    { table, source, ofOwner, isFull: isEnough, sizes: scope.sizes },
  );
  const parts = [...remaining, absent];
  const ids = parts.flatMap((part) => part.ids).map((some) => `${some} and not ${isEnough}`);
  const columns = new Set([`${table}.id`, ...sort.map(({ field }) => columnOf(field, table))]);
  // With an array, PostgreSQL looks up each id once, however often it remains; with `in`, it would read the whole table for many.
  const rowsOf = (name: string, ...conditions: readonly string[]) =>
    `select ${[...columns].join(', ')} from ${source}
      where ${[base, `${table}.id = any (array(select id from ${name}))`, ...conditions].join(' and ')}`;
  const unindexed = { ...scope, isUnindexed: true };
  const found = [
    rowsOf('remaining', ...(hasOwn ? compileConditions(resource, { filter: own, text }, unindexed) : [])),
    ...(few ? [rowsOf('own_rows', lookedUp, few.areFew)] : []),
  ];
  return [
    ...(few ? [few.query] : []),
    ...parts.flatMap((part) => part.queries),
    `remaining as materialized (${ids.join(' union all ')})`,
    `found as materialized (${found.join(' union all ')})`,
  ];
}

/** The rows with the own values that a search requires, among which are all that it finds. */
function fewOwnRows({ resource, search, rows, page, isFull }: ExcludingSearch, own?: Filter): FewRows {
  const { table, source = table } = page;
  const conditions = compileConditions(resource, { filter: own, text: search.text }, rows.scope);
  const where = [rows.base, ...conditions, `not ${isFull}`].join(' and ');
  return fewRows('own_rows', `select ${table}.id from ${source} where ${where}`, rows.scope.sizes);
}
