import { listFields } from './compile-defined.js';
import type { Condition, Filter, Value } from './filter.js';
import { isElsewhere } from './missing-values.js';

/**
 * Whether a filter finds rows by what other tables do not contain, such as contacts without a label. No index finds
 * these rows. Comparisons with a missing value have been separated (`separateMissing`).
 */
export function isExcluding(filter: Filter, isNegated = false): boolean {
  if ('filters' in filter) return filter.filters.some((part) => isExcluding(part, isNegated));
  if ('filter' in filter) return isExcluding(filter.filter, !isNegated);
  return isElsewhere(filter.field) && isNegative(filter) !== isNegated;
}

function isNegative({ type }: Condition): boolean {
  return type === 'ne' || type === 'isNull';
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

/** A filter as two filters that both must hold: one compares only columns of the row itself. */
export interface SplitFilter {
  readonly own?: Filter;
  readonly others: Filter;
}

/** Splits an excluding filter. An index may find few rows by their own columns, and reading these costs no join. */
export function splitFilter(filter: Filter): SplitFilter {
  const conjuncts = conjunctsOf(filter);
  const isOwn = (part: Filter) => !listFields(part).some(isElsewhere);
  const own = conjuncts.filter(isOwn);
  const others = conjuncts.filter((part) => !isOwn(part));
  return { ...(own.length > 0 && { own: allOf(own) }), others: allOf(others) };
}

function conjunctsOf(filter: Filter): readonly Filter[] {
  if (filter.type === 'and') return filter.filters.flatMap(conjunctsOf);
  if (filter.type !== 'not') return [filter];
  const negated = filter.filter;
  if (negated.type === 'not') return conjunctsOf(negated.filter);
  return negated.type === 'or' ? negated.filters.map(not).flatMap(conjunctsOf) : [filter];
}

function allOf(filters: readonly Filter[]): Filter {
  const [first, ...rest] = filters;
  return first && rest.length === 0 ? first : { type: 'and', filters };
}

/** Returns the comparison that a filter negates, if it negates only one. */
export function comparisonNegatedBy(filter: Filter): Compared | undefined {
  if (filter.type === 'ne') return { ...filter, type: 'eq' };
  if (filter.type !== 'not') return undefined;
  const negated = filter.filter;
  if (negated.type === 'in' && negated.values.length === 1) {
    const [value = null] = negated.values;
    return { type: 'eq', field: negated.field, value };
  }
  return 'value' in negated && negated.type !== 'ne' ? negated : undefined;
}

/** A comparison with one value. */
export type Compared = Extract<Condition, { readonly value: Value }>;

/** The negation of a filter. */
export function not(filter: Filter): Filter {
  return { type: 'not', filter };
}
