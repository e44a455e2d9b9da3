import type { Field, Fields, ValueLocation } from './searchable.js';

/** Returns the field of that name, which may belong to a family. */
export function findField(fields: Fields, key: string): Field | undefined {
  const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
  if (field !== undefined) return 'findDefinitions' in field ? undefined : field;
  const [prefix = '', ...rest] = key.split('.');
  const family = Object.hasOwn(fields, `${prefix}.*`) ? fields[`${prefix}.*`] : undefined;
  const name = rest.join('.');
  if (!family || !('findDefinitions' in family) || family.isClosed || name === '') return undefined;
  return { kind: family.kind, family, key, name };
}

/** A field with one value in each row, by which rows can be sorted. */
export type SortableField = Exclude<Field, { kind: 'attribute' }>;

export function listSortable(fields: Fields): ReadonlyMap<string, SortableField> {
  return new Map(
    Object.entries(fields).flatMap(([name, field]) =>
      field.kind === 'attribute' || field.within !== undefined || field.isFilterOnly
        ? []
        : [[name, field] as const],
    ),
  );
}

/** Returns the expression of the value, over the row itself or over the rows that contain it. */
export function columnOf({ column, within }: ValueLocation, row: string): string {
  if (typeof column === 'function') return column(row);
  return within === undefined ? `${row}.${column}` : column;
}

/** Returns the type of the field's values in PostgreSQL. */
export function typeOf(field: SortableField): string {
  return field.kind === 'enum' ? field.type : types[field.kind];
}

const types = {
  id: 'uuid',
  timestamp: 'timestamptz',
  date: 'date',
  text: 'text',
  number: 'bigint',
  boolean: 'boolean',
} as const;
