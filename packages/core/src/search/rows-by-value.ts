import type { Scope } from './comparison.js';
import { compileListed } from './compile-filter.js';
import type { Cursor } from './cursor.js';
import { Keyset } from './keyset.js';
import { isListed } from './listed-values.js';
import type { PageRows } from './page-sql.js';
import type { SortKey } from './parse-sort.js';

interface PageByValue {
  readonly page: PageRows;
  readonly sort: readonly SortKey[];
  readonly scope: Scope;
  /** The number of rows before the page, as SQL; 0 for a page after a cursor. */
  readonly offset: string;
  readonly after: Cursor | undefined;
}

/**
 * The rows of a page that is sorted first by a listed field: the first rows of each value, in the order of the values.
 * Only these few rows are then sorted together. Returns undefined for other orders.
 */
export function rowsByValue({ page, sort, scope, offset, after }: PageByValue): string | undefined {
  const [first, ...rest] = sort;
  if (first === undefined || !isListed(first.field)) return undefined;
  const { field, direction } = first;
  const { table, source = table, where, orderBy, limit } = page;
  const keyset = new Keyset(rest, table, { idDirection: direction });
  const values = direction === 'asc' ? field.values : field.values.toReversed();
  const from = values.indexOf(after?.values[0] ?? values[0] ?? '');
  const parts = values.slice(from).flatMap((value, at) => {
    const isSame = compileListed({ field, values: [value] }, scope);
    const position = after && at === 0 && { ...after, values: after.values.slice(1) };
    const bounds = position ? keyset.after(position, scope.parameters) : ['true'];
    return bounds.map(
      (bound) => `(select * from ${source} where ${where} and ${isSame} and ${bound}
        order by ${keyset.orderBy} limit ${limit} + ${offset})`,
    );
  });
  return `select * from (${parts.join(' union all ')}) as ${table} order by ${orderBy} limit ${limit} offset ${offset}`;
}
