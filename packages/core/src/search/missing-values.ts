import type { Condition, Filter, Value } from './filter.js';
import type { Field } from './searchable.js';

/** Whether the values of a field are in other rows than the searched one. */
export function isElsewhere(field: Field): boolean {
  return field.kind === 'attribute' || field.within !== undefined;
}

/**
 * Replaces comparisons with a missing value of other rows by `isNull`. Each of the filters is then joined by itself; PostgreSQL
 * would look up each row for a comparison of both kinds.
 */
export function separateMissing(filter: Filter): Filter {
  if ('filters' in filter) return { ...filter, filters: filter.filters.map(separateMissing) };
  if ('filter' in filter) return { ...filter, filter: separateMissing(filter.filter) };
  return isElsewhere(filter.field) ? separate(filter) : filter;
}

function separate(condition: Condition): Filter {
  const { type, field } = condition;
  if (type === 'isNull') return condition;
  const isMissing: Filter = { type: 'isNull', field };
  if (type !== 'in') {
    if (condition.value !== null) return condition;
    return type === 'ne' ? { type: 'not', filter: isMissing } : isMissing;
  }
  const values = condition.values.filter((value: Value) => value !== null);
  if (values.length === condition.values.length) return condition;
  return values.length === 0 ? isMissing : { type: 'or', filters: [isMissing, { ...condition, values }] };
}
