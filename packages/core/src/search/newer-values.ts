import type { Parameters } from './parameters.js';
import type { EnumField } from './searchable.js';

interface NewerValues {
  readonly field: EnumField;
  readonly direction: 'asc' | 'desc';
  /** Only values after this one are returned; undefined for all. */
  readonly after: string | undefined;
}

/**
 * Returns the values of an enumeration that only a newer release knows, as rows `newer(value)`. Such a release has
 * migrated the database and runs beside this one during an upgrade. At other times there are none.
 */
export function newerValues({ field, direction, after }: NewerValues, parameters: Parameters): string {
  const { type, values } = field;
  const isNewer = `newer.value <> all (${parameters.add(values, `${type}[]`)})`;
  const isAfter = after && `newer.value ${direction === 'asc' ? '>' : '<'} ${parameters.add(after, type)}`;
  const conditions = [isNewer, ...(isAfter ? [isAfter] : [])];
  return `(select * from ${valuesOf(type)} as newer(value) where ${conditions.join(' and ')}) as newer`;
}

/**
 * Returns the value of an enumeration with this name; null if there is none. A cast would fail then, and the name comes
 * from the caller.
 */
export function valueNamed(name: string, type: string, parameters: Parameters): string {
  return `(select value from ${valuesOf(type)} as known(value) where value::text = ${parameters.add(name, 'text')})`;
}

function valuesOf(type: string): string {
  return `unnest(enum_range(null::${type}))`;
}
