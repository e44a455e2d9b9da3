import { compareIdPart } from './compare-id-part.js';
import { compareTextPart, isPartIndexed } from './compare-text-part.js';
import { type Comparison, endOfExists, operators, type Scope } from './comparison.js';
import { compileDefined, compileExists, compileMissing } from './compile-defined.js';
import { valuesWithPart } from './enum-values.js';
import { not } from './excluding-filter.js';
import type { Condition, Filter, Value } from './filter.js';
import { columnOf, type SortableField, typeOf } from './find-field.js';
import { type ListedValues, readListed } from './listed-values.js';
import { isElsewhere } from './missing-values.js';
import type { Parameters } from './parameters.js';
import type { DefinedField, Field, ValueLocation } from './searchable.js';

/**
 * Compiles a filter to SQL. Columns come from the resource and values become parameters; no text of the caller becomes
 * SQL.
 *
 * A missing value counts as a value: `ne` and `not` include rows without one, and `eq(field,null)` finds exactly those.
 * `eq`, `ne` and `in` compare texts exactly; `contains` and `startsWith` ignore case, as `search` does.
 */
export function compileFilter(filter: Filter, scope: Scope): string {
  const listed = readListed(filter);
  if (listed) return compileListed(listed, scope);
  switch (filter.type) {
    case 'and':
      return `(${compileAnd(filter.filters, scope).join(' and ')})`;
    case 'or':
      return `(${filter.filters.map((part) => compileFilter(part, insideOr(filter, scope))).join(' or ')})`;
    case 'not':
      return compileNot(filter.filter, scope);
    default:
      return compileCondition(filter, scope);
  }
}

/** The parts of a negated `or` are negated one by one, because PostgreSQL joins the rows of a negated `exists` only. */
function compileNot(filter: Filter, scope: Scope): string {
  if (filter.type === 'or') return compileFilter({ type: 'and', filters: filter.filters.map(not) }, scope);
  // PostgreSQL does not join the rows of an `exists` that is negated twice.
  if (filter.type === 'not' && isNeverNull(filter.filter)) return compileFilter(filter.filter, scope);
  if (filter.type === 'isNull' && isElsewhere(filter.field)) return compileExists(filter.field, scope);
  const unindexed = { ...scope, isUnindexed: true };
  const negated = negate(filter, compileFilter(filter, unindexed));
  const copy = scope.comparesCopies ? compareCopy(filter, unindexed) : undefined;
  return copy === undefined ? negated : `(${negated} and ${copy} is not true)`;
}

/** A row whose own column contains a part has it in the other rows too, so these do not have to be read. */
function compareCopy(filter: Filter, scope: Scope): string | undefined {
  if (filter.type !== 'contains' && filter.type !== 'startsWith') return undefined;
  const { type, field, value } = filter;
  const text = String(value);
  const copy = 'copyWith' in field ? field.copyWith?.(text) : undefined;
  return copy && compareTextPart({ type, text, column: `${scope.row}.${copy}` }, {}, scope);
}

/** PostgreSQL joins the rows of a negated `exists`, but with `is not true` it looks them up for each row. */
function negate(filter: Filter, sql: string): string {
  return isNeverNull(filter) ? `(not (${sql}))` : `((${sql}) is not true)`;
}

function isNeverNull(filter: Filter): boolean {
  if ('filters' in filter) return filter.filters.every(isNeverNull);
  if ('filter' in filter || filter.type === 'isNull') return true;
  return isElsewhere(filter.field);
}

/** When no index finds the rows of one part of an `or`, comparing indexed texts in its other parts only costs time. */
function insideOr(filter: Filter, scope: Scope): Scope {
  return hasShortPart(filter) ? { ...scope, isUnindexed: true } : scope;
}

function hasShortPart(filter: Filter): boolean {
  if (filter.type === 'or') return filter.filters.some(hasShortPart);
  if (filter.type === 'and') return filter.filters.every(hasShortPart);
  if (filter.type !== 'contains' && filter.type !== 'startsWith') return false;
  return filter.field.kind === 'text' && !isPartIndexed(String(filter.value));
}

/**
 * The bounds of a tenant-defined field are compiled together: each alone may hold for most rows, and no index would
 * help.
 */
function compileAnd(filters: readonly Filter[], scope: Scope): string[] {
  const bounds = new Map<string, Comparison<DefinedField>[]>();
  const others = filters.filter((filter) => {
    if (!isBound(filter)) return true;
    const { type, field, value } = filter;
    bounds.set(field.key, [...(bounds.get(field.key) ?? []), { type, field, values: [value] }]);
    return false;
  });
  return [
    ...others.map((filter) => compileFilter(filter, scope)),
    ...[...bounds.values()].map((comparisons) => compileDefined(comparisons, scope)),
  ];
}

/** The column is compared as well: a row is found only with the value that the response shows. */
export function compileListed({ field, values }: ListedValues, { row, parameters }: Scope): string {
  const condition = compareWithAll(field, values, { column: columnOf(field, row), parameters });
  const listed = values.length > 0 ? field.listed(row, values) : undefined;
  return listed ? `(${condition} and ${listed})` : condition;
}

type Bound = { type: keyof typeof operators; field: DefinedField; value: Value };

function isBound(filter: Filter): filter is Bound {
  return filter.type in operators && 'field' in filter && filter.field.kind === 'attribute';
}

function compileCondition(condition: Condition, scope: Scope): string {
  switch (condition.type) {
    case 'ne':
      return negate(condition, compileCondition({ ...condition, type: 'eq' }, scope));
    case 'eq':
      return compileCondition({ ...condition, type: 'in', values: [condition.value] }, scope);
    case 'isNull':
      return compileMissing(condition.field, scope);
    case 'in': {
      const present = condition.values.filter((value) => value !== null);
      const alternatives = [
        ...(present.length < condition.values.length ? [compileMissing(condition.field, scope)] : []),
        ...(present.length > 0 ? [compilePresent({ ...condition, values: present }, scope)] : []),
      ];
      // A lookup may have found nothing.
      return alternatives.length === 0 ? 'false' : `(${alternatives.join(' or ')})`;
    }
    default: {
      const { type, field, value } = condition;
      return compilePresent({ type, field, values: [value] }, scope);
    }
  }
}

function compilePresent(comparison: Comparison<Field>, scope: Scope): string {
  const { field } = comparison;
  if (field.kind === 'attribute') return compileDefined([{ ...comparison, field }], scope);
  return compileAt(field, scope, (column) => compare({ ...comparison, field }, column, scope));
}

/** Applies the test to the value of the row, or to the rows that contain the value. */
export function compileAt(location: ValueLocation, scope: Scope, test: (column: string) => string): string {
  const { row } = scope;
  const condition = test(columnOf(location, row));
  return location.within === undefined
    ? condition
    : `exists (select from ${location.within(row)} and ${condition}${endOfExists(scope)})`;
}

function compare(comparison: Comparison<SortableField>, column: string, scope: Scope): string {
  const { type, field, values } = comparison;
  const { parameters } = scope;
  const [value] = values;
  if (type === 'in') return compareWithAll(field, values, { column, parameters });
  if (type === 'contains' || type === 'startsWith') {
    const text = String(value);
    if (field.kind === 'enum') {
      return compareWithAll(field, valuesWithPart(field.values, type, text), { column, parameters });
    }
    return field.kind === 'id'
      ? compareIdPart({ type, text, column }, parameters)
      : compareTextPart({ type, text, column }, field, scope);
  }
  // Columns of numbers are integers; comparing them with a fraction would cast the column and lose its index.
  const bound = typeof value === 'number' ? roundings[type](value) : value;
  return `${column} ${operators[type]} ${parameters.add(bound, typeOf(field))}`;
}

const roundings = { gt: Math.floor, gte: Math.ceil, lt: Math.ceil, lte: Math.floor } as const;

function compareWithAll(
  field: SortableField,
  values: readonly Value[],
  { column, parameters }: { column: string; parameters: Parameters },
): string {
  const possible = values.filter((value) => isPossible(field, value));
  if (possible.length === 0) return 'false';
  return possible.length === 1
    ? `${column} = ${parameters.add(possible[0], typeOf(field))}`
    : `${column} = any (${parameters.add(possible, `${typeOf(field)}[]`)})`;
}

/** A value that the column can never hold equals none of its values; PostgreSQL would fail to compare them. */
function isPossible(field: SortableField, value: Value): boolean {
  if (field.kind === 'number') return Number.isInteger(value);
  return field.kind !== 'enum' || field.values.some((known) => known === value);
}
