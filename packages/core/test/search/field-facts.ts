import type { Searchable } from '../../src/index.js';
import type { Field } from '../../src/search/searchable.js';
import { idOf } from './fill-table.js';

type PlainField = Exclude<Field, { kind: 'attribute' }>;

/** Returns the value of the field in the row of that number; an enum and a boolean have their rare value. */
export function cellText(field: PlainField, n = 5_000): string {
  switch (field.kind) {
    case 'id':
      return idOf(n);
    case 'number':
      return String(n);
    case 'boolean':
      return 'true';
    case 'enum':
      return `"${field.values.at(-1)}"`;
    case 'text':
      return `"${columnName(field)}${field.column === 'external_id' ? '_' : ' '}${n}"`;
    default:
      return new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString();
  }
}

export function columnName({ column }: PlainField): string {
  return typeof column === 'string' ? column.replace(/^.*\./, '') : '';
}

/** The outcome of a recipient is computed from the recipients of one campaign, at most 5,000. */
export function isComputed(field: PlainField, { table }: Searchable<unknown>): boolean {
  return table === 'campaign_recipient_states' && field.isComputed === true;
}

export function indexedColumn(field: PlainField, resource: Searchable<unknown>): string {
  return isComputed(field, resource) ? 'campaign_id' : columnName(field);
}

/** Returns the table whose index serves the field. */
export function tableOf({ column }: PlainField, { table, states }: Searchable<unknown>): string {
  return states && typeof column === 'string' && states.columns.includes(column) ? states.table : table;
}

/** Every index contains the `id` of `tenant_id`. */
export function wholeWord(column: string): RegExp {
  return new RegExp(`\\b${column}\\b`);
}
