import type { KnownTotal } from './known-totals.js';
import type { Parameters } from './parameters.js';
import type { ParsedSearch } from './read-search.js';

interface TotalParts {
  /** The rows to count, as text after `from`. */
  readonly source: string;
  readonly where: string;
  /** The number of rows that the page was read with, and the number of rows before it. */
  readonly fetched: string;
  readonly offset: string;
  readonly search: Pick<ParsedSearch, 'after' | 'countUpTo'>;
  /** The total of an earlier search with the same conditions, and its revision. */
  readonly known: KnownTotal | undefined;
  /** The condition that `found` has all rows, if there is such a query. */
  readonly isAllFound: string | undefined;
  readonly parameters: Parameters;
}

/**
 * Counts the rows only when neither the page nor an earlier search determines the total: `case` evaluates one branch. A
 * bounded count reads one row more than its bound, which shows that there are more.
 */
export function totalSql(parts: TotalParts): string {
  const { source, where, fetched, offset, search, known, isAllFound, parameters } = parts;
  const isEndOfAll = `size.rows < ${fetched} and (size.rows > 0 or ${offset} = 0)`;
  const bound = search.countUpTo === undefined ? undefined : parameters.add(search.countUpTo, 'bigint');
  const cases = [
    ...(search.after ? [] : [`when ${isEndOfAll} then ${offset} + size.rows`]),
    ...(known ? [knownSql(known, parameters)] : []),
    ...(bound ? [`when ${offset} + size.rows > ${bound} then ${bound} + 1`] : []),
    ...(isAllFound ? [`when ${isAllFound} then (select count(*) from found)`] : []),
  ];
  const counted = bound
    ? `(select count(*) from (select from ${source} where ${where} limit ${bound} + 1) counted)`
    : `(select count(*) from ${source} where ${where})`;
  return cases.length === 0 ? counted : `case ${cases.join(' ')} else ${counted} end`;
}

function knownSql({ revision, total }: KnownTotal, parameters: Parameters): string {
  return `when revision.number = ${parameters.add(revision, 'bigint')} then ${parameters.add(total, 'bigint')}`;
}

/** A tenant without a row here has had no change since counting began. */
export function revisionSql(table: string, tenant: string): string {
  return `coalesce((select counted.revision from search_revisions counted
    where counted.tenant_id = ${tenant} and counted.table_name = '${table}'), 0)`;
}
