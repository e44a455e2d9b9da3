import { type Comparison, endOfExists, likePattern, operators, type Scope } from './comparison.js';
import type { Filter } from './filter.js';
import { columnOf } from './find-field.js';
import type { DefinedField, Definition, Field } from './searchable.js';

/**
 * Compiles comparisons with one field that the tenant defines. Only the database knows its kind, so the statement
 * contains comparisons of texts and comparisons of numbers, and evaluates only the ones that fit the kind.
 */
export function compileDefined(comparisons: readonly Comparison<DefinedField>[], scope: Scope): string {
  const [first] = comparisons;
  if (first === undefined) return 'true';
  const { family, name } = first.field;
  const definition = definitionOf(name, scope);
  const kind = family.kindOf(definition);
  const texts = comparisons.map((comparison) => compareTexts(comparison, scope));
  const numbers = comparisons.map((comparison) => compareNumbers(comparison, scope));
  return `exists (select from ${family.valuesOf(scope.row, definition)} and (
    (${kind} <> 'number' and ${texts.join(' and ')})
    or (${kind} = 'number' and ${family.number.isOne} and ${numbers.join(' and ')}))${endOfExists(scope)})`;
}

const number = /^[+-]?\d{1,15}(\.\d{1,15})?$/;

function definitionOf(name: string, { tenant, parameters }: Scope): Definition {
  return { tenant, name: parameters.add(name, 'text') };
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
      const list = parameters.add(texts, 'text[]');
      // The statistics of the column tell how many rows have the value; there are none of its prefix.
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
  const { row } = scope;
  if (field.kind === 'attribute') {
    return `not exists (select from ${field.family.valuesOf(row, definitionOf(field.name, scope))}${endOfExists(scope)})`;
  }
  return field.within === undefined
    ? `${columnOf(field, row)} is null`
    : `not exists (select from ${field.within(row)}${endOfExists(scope)})`;
}

/** Returns the tenant-defined fields of a filter, each once. */
export function listDefined(filter: Filter | undefined): DefinedField[] {
  const fields = listFields(filter).filter((field) => field.kind === 'attribute');
  return [...new Map(fields.map((field) => [field.key, field])).values()];
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

/** Returns the SQL list of the kinds of the fields, null for those that do not exist. */
export function kindsSql(defined: readonly DefinedField[], scope: Scope): string {
  const kinds = defined.map(({ family, name }) => family.kindOf(definitionOf(name, scope)));
  return `json_build_array(${kinds.join(', ')})`;
}
