import { listFields } from './compile-defined.js';
import type { ParsedSearch } from './read-search.js';
import type { Field, Searchable } from './searchable.js';

/**
 * The rows that a search reads, as text after `from`. If a search uses a column of the table of states, it reads all
 * columns of that table from there, under the same names, so that the indexes of that table can serve the filter and
 * the order.
 */
export function searchedRows(
  { table, states }: Pick<Searchable<unknown>, 'table' | 'states'>,
  { filter, sort }: Pick<ParsedSearch, 'filter' | 'sort'>,
): string {
  const isState = (field: Field) =>
    'column' in field && typeof field.column === 'string' && states?.columns.includes(field.column);
  const fields = [...listFields(filter), ...sort.map(({ field }) => field)];
  if (!states || !fields.some(isState)) return table;
  const read = [
    // The id is read from the table of states, like the columns to sort by, so that one index covers both.
    `state.${states.key} as id`,
    ...states.otherColumns.map((column) => `own.${column}`),
    ...states.columns.map((column) => `state.${column}`),
  ];
  return `(select ${read.join(', ')} from ${table} own
    join ${states.table} state on state.tenant_id = own.tenant_id and state.${states.key} = own.id) as ${table}`;
}
