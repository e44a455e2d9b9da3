import { type Comparison, endOfExists, likePattern, operators, type Scope } from './comparison.js';
import type { Filter } from './filter.js';
import { columnOf } from './find-field.js';
import type { DefinedField, Definition, Field } from './searchable.js';

/** Compiles comparisons with one field that the tenant defines, by the kind of the field. */
export function compileDefined(comparisons: readonly Comparison<DefinedField>[], scope: Scope): string {
  const [first] = comparisons;
  if (first === undefined) return 'true';
  const { field } = first;
  const conditions =
    definitionOf(field).kind === 'number'
      ? [field.family.number.isOne, ...comparisons.map((comparison) => compareNumbers(comparison, scope))]
      : comparisons.map((comparison) => compareTexts(comparison, scope));
  return `exists (select from ${valuesOf(field, scope)} and ${conditions.join(' and ')}${endOfExists(scope)})`;
}

const number = /^[+-]?\d{1,15}(\.\d{1,15})?$/;

export function definitionOf({ key, definition }: DefinedField): Definition {
  if (definition === undefined) throw new Error(`The field ${key} was not looked up`);
  return definition;
}

function valuesOf(field: DefinedField, scope: Scope): string {
  return `${allValuesOf(field, scope)} and ${field.family.owner} = ${scope.row}.id`;
}

/** The values of the field in all rows, as text after `from` that ends with a condition. */
export function allValuesOf(field: DefinedField, { tenant, parameters }: Scope): string {
  return field.family.values({ tenant, id: parameters.add(definitionOf(field).id, 'uuid') });
}

/**
 * Compares by code points, regardless of the collation of the database, so that an index can hold a prefix of a text.
 */
function compareTexts(
  { type, field: { family }, values }: Comparison<DefinedField>,
  { parameters, isUnindexed }: Scope,
): string {
  const texts = values.map(String);
  const [text = ''] = texts;
  switch (type) {
    case 'contains':
    case 'startsWith':
      return `${family.text} ilike ${parameters.add(likePattern(type, text), 'text')}`;
    case 'in': {
      // The statistics of the column tell how many rows have the value; there are none of its prefix.
      if (isUnindexed && texts.length === 1)
        return `${family.text} collate "C" = ${parameters.add(text, 'text')}`;
      const list = parameters.add(texts, 'text[]');
      if (isUnindexed) return `${family.text} collate "C" = any (${list})`;
      const parts = `array(select ${family.indexed('part')} from unnest(${list}) as part)`;
      return `${family.indexed(family.text)} = any (${parts}) and ${family.text} collate "C" = any (${list})`;
    }
    default: {
      const placeholder = parameters.add(text, 'text');
      const bound = type === 'gt' || type === 'gte' ? '>=' : '<=';
      return `${family.indexed(family.text)} ${bound} ${family.indexed(placeholder)}
        and ${family.text} collate "C" ${operators[type]} ${placeholder}`;
    }
  }
}

function compareNumbers(
  { type, field: { family }, values }: Comparison<DefinedField>,
  { parameters }: Scope,
): string {
  const numbers = values.map(String).filter((text) => number.test(text));
  const { value } = family.number;
  if (type === 'contains' || type === 'startsWith' || numbers.length === 0) return 'false';
  return type === 'in'
    ? `${value} = any (${parameters.add(numbers, 'numeric[]')})`
    : `${value} ${operators[type]} ${parameters.add(numbers[0], 'numeric')}`;
}

/** Compiles the condition that there is no value. */
export function compileMissing(field: Field, scope: Scope): string {
  return field.kind !== 'attribute' && field.within === undefined
    ? `${columnOf(field, scope.row)} is null`
    : `not ${compileExists(field, scope)}`;
}

/** Compiles the condition that other rows have a value. */
export function compileExists(field: Field, scope: Scope): string {
  const values = field.kind === 'attribute' ? valuesOf(field, scope) : field.within?.(scope.row);
  if (values === undefined) throw new Error('The value is in the row itself');
  return `exists (select from ${values}${endOfExists(scope)})`;
}

/** Returns the field of each condition of a filter. */
export function listFields(filter: Filter | undefined): Field[] {
  return filter ? fieldsOf(filter) : [];
}

function fieldsOf(filter: Filter): Field[] {
  switch (filter.type) {
    case 'and':
    case 'or':
      return filter.filters.flatMap(fieldsOf);
    case 'not':
      return fieldsOf(filter.filter);
    default:
      return [filter.field];
  }
}
