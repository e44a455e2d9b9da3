import type { Scope } from './comparison.js';
import { compileListed } from './compile-filter.js';
import type { Cursor } from './cursor.js';
import { columnOf, type SortableField, typeOf } from './find-field.js';
import { Keyset } from './keyset.js';
import { isListed } from './listed-values.js';
import { newerValues } from './newer-values.js';
import { orderedRows, type PageRows } from './page-sql.js';
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
 * The rows of a page that is sorted first by a field with few values: the first rows of each value, in the order of the
 * values. Only these few rows are then sorted together. An index serves the second key for each value; without this, all
 * rows of the first value would be sorted. Returns undefined for other orders.
 */
export function rowsByValue(request: PageByValue): string | undefined {
  const [first, ...rest] = request.sort;
  const declared = first && valuesOf(first.field, rest);
  if (first === undefined || declared === undefined) return undefined;
  const { page, scope, offset, after } = request;
  const { field, direction } = first;
  const { table, orderBy, limit } = page;
  const keyset = new Keyset(rest, table, { idDirection: direction });
  const values = direction === 'asc' ? declared : declared.toReversed();
  const from = after ? values.indexOf(after.values[0] ?? null) : 0;
  // The position has a value that only a newer release knows.
  if (from === -1) return undefined;
  const ofValue = { ...page, orderBy: keyset.orderBy, limit: `${limit} + ${offset}` };
  const rowsWith = (condition: string) => orderedRows(ofValue, condition);
  const parts = values.slice(from).flatMap((value, at) => {
    const position = after && at === 0 && { ...after, values: after.values.slice(1) };
    const bounds = position ? keyset.after(position, scope.parameters) : ['true'];
    return bounds.map((bound) => `(${rowsWith(`${isSame(field, value, scope)} and ${bound}`)})`);
  });
  if (field.kind === 'enum' && !isAfterMissing(after, direction)) {
    const newer = newerValues({ field, direction, after: after?.values[0] ?? undefined }, scope.parameters);
    const rows = rowsWith(`${columnOf(field, table)} = newer.value`);
    parts.push(`(select ${table}.* from ${newer} cross join lateral (${rows}) as ${table})`);
  }
  return `select * from (${parts.join(' union all ')}) as ${table} order by ${orderBy} limit ${limit} offset ${offset}`;
}

/** Whether only rows without a value follow: they come last in ascending order. */
function isAfterMissing(after: Cursor | undefined, direction: 'asc' | 'desc'): boolean {
  return direction === 'asc' && after?.values[0] === null;
}

/** In ascending order. A missing value, which no row of a listed field has, comes last. */
function valuesOf(field: SortableField, rest: readonly SortKey[]): readonly (string | null)[] | undefined {
  if (isListed(field)) return field.values;
  // An index serves the order of the value and the id; computed values are computed once.
  if (rest.length === 0 || field.isComputed) return undefined;
  if (field.kind === 'boolean') return ['false', 'true', null];
  return field.kind === 'enum' ? [...field.values, null] : undefined;
}

function isSame(field: SortableField, value: string | null, scope: Scope): string {
  const { row, parameters } = scope;
  if (value === null) return `${columnOf(field, row)} is null`;
  if (isListed(field)) return compileListed({ field, values: [value] }, scope);
  return `${columnOf(field, row)} = ${parameters.add(value, typeOf(field))}`;
}
