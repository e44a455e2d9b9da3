import { listFields } from './compile-defined.js';
import type { ParsedSearch } from './read-search.js';
import type { Field, Searchable } from './searchable.js';

interface ReadRows extends Pick<ParsedSearch, 'filter' | 'sort'> {
  /**
   * The rows are only counted. Each state has its row, and an outer join tells the planner so: it counts states without
   * reading the rows. For a page, the planner may have to begin with the rows.
   */
  readonly isCount?: boolean;
}

/**
 * The rows that a search reads, as text after `from`. If a search uses a column of the table of states, it reads all
 * columns of that table from there, under the same names, so that the indexes of that table can serve the filter and
 * the order.
 */
export function searchedRows(
  { table, states }: Pick<Searchable<unknown>, 'table' | 'states'>,
  { filter, sort, isCount = false }: ReadRows,
): string {
  const isState = (field: Field) =>
    'column' in field && typeof field.column === 'string' && states?.columns.includes(field.column);
  const fields = [...listFields(filter), ...sort.map(({ field }) => field)];
  if (!states || !fields.some(isState)) return table;
  const read = [
    // The id is read from the table of states, like the columns to sort by, so that one index covers both.
    'state.tenant_id',
    `state.${states.key} as id`,
    ...states.otherColumns.map((column) => `own.${column}`),
    ...states.columns.map((column) => `state.${column}`),
  ];
  return `(select ${read.join(', ')} from ${states.table} state
    ${isCount ? 'left join' : 'join'} ${table} own on own.tenant_id = state.tenant_id and own.id = state.${states.key}) as ${table}`;
}
