import type { Condition, Filter, Value } from './filter.js';

/**
 * Whether a filter finds rows by what other tables do not contain, such as contacts without a label. No index finds
 * these rows.
 */
export function isExcluding(filter: Filter, isNegated = false): boolean {
  if ('filters' in filter) return filter.filters.some((part) => isExcluding(part, isNegated));
  if ('filter' in filter) return isExcluding(filter.filter, !isNegated);
  const { field } = filter;
  const isElsewhere = field.kind === 'attribute' || field.within !== undefined;
  return isElsewhere && (isNegative(filter) !== isNegated || hasNull(filter));
}

function isNegative({ type }: Condition): boolean {
  return type === 'ne' || type === 'isNull';
}

function hasNull(condition: Condition): boolean {
  if (condition.type === 'isNull') return false;
  return condition.type === 'in' ? condition.values.includes(null) : condition.value === null;
}

/**
 * Returns filters that together find what the filter finds. PostgreSQL joins the rows that one filter excludes; for the
 * parts of an `or` it would look them up for each row.
 */
export function alternativesOf(filter: Filter): readonly Filter[] {
  if (filter.type === 'or') return filter.filters.flatMap(alternativesOf);
  if (filter.type !== 'not') return [filter];
  const negated = filter.filter;
  if (negated.type === 'not') return alternativesOf(negated.filter);
  return negated.type === 'and' ? negated.filters.map(not).flatMap(alternativesOf) : [filter];
}

/** Returns the comparison that a filter negates, if it negates only one. */
export function comparisonNegatedBy(filter: Filter): Compared | undefined {
  if (filter.type === 'ne') return { ...filter, type: 'eq' };
  if (filter.type !== 'not' || !('value' in filter.filter)) return undefined;
  return filter.filter;
}

/** A comparison with one value. */
export type Compared = Extract<Condition, { readonly value: Value }>;

/** The negation of a filter. */
export function not(filter: Filter): Filter {
  return { type: 'not', filter };
}
