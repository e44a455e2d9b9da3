import { compareTextPart } from './compare-text-part.js';
import { isBound, operators, opposites, type Scope } from './comparison.js';
import { allValuesOf, definitionOf } from './compile-defined.js';
import { countCodePoints } from './count-code-points.js';
import type { Compared } from './excluding-filter.js';
import type { RemainingIds } from './remaining-rows.js';
import type { DefinedField } from './searchable.js';

interface OtherValues {
  readonly scope: Scope;
  /** The name of a query that belongs to this comparison alone. */
  readonly name: string;
}

/**
 * Compiles the ids of the rows with a value of a tenant-defined field for which the comparison does not hold. Returns
 * undefined if no index finds these values.
 */
export function idsOfOtherValues(
  compared: Compared & { readonly field: DefinedField },
  others: OtherValues,
): RemainingIds | undefined {
  const { type, field, value } = compared;
  if (definitionOf(field).kind === 'number' || value === null) return undefined;
  const text = String(value);
  if (type === 'contains' || type === 'startsWith') return idsWithoutPart({ type, field, text }, others);
  if (isBound(type)) return idsOfTexts(field, { text, compared: [operators[opposites[type]]] }, others);
  return type === 'eq' ? idsOfTexts(field, { text, compared: ['<', '>'] }, others) : undefined;
}

/** One statement for each range of the index, unless the index does not distinguish the text from all others. */
function idsOfTexts(
  field: DefinedField,
  { text, compared }: { readonly text: string; readonly compared: readonly string[] },
  { scope }: OtherValues,
): RemainingIds | undefined {
  const { family } = field;
  if (countCodePoints(text) >= family.indexedCharacters) return undefined;
  const ids = compared.map(
    (operator) => `select ${family.owner} as id from ${allValuesOf(field, scope)}
      and ${family.indexed(family.text)} ${operator} ${scope.parameters.add(text, 'text')}`,
  );
  return { queries: [], ids };
}

interface ComparedPart {
  readonly type: 'contains' | 'startsWith';
  readonly field: DefinedField;
  readonly text: string;
}

/**
 * Most fields have few different values, such as cities. Each of them is found in the index and compared once, and then the rows
 * with the others are found. The index holds prefixes, so a long value is compared itself.
 */
function idsWithoutPart({ type, field, text }: ComparedPart, { scope, name }: OtherValues): RemainingIds {
  const { owner, text: whole, indexed, indexedCharacters } = field.family;
  const values = allValuesOf(field, scope);
  const lacks = (column: string) =>
    `not ${compareTextPart({ type, text, column }, {}, { ...scope, isUnindexed: true })}`;
  const prefix = indexed(whole);
  const { comparedValues } = scope.sizes;
  const areFew = `(select count(*) from ${name}) < ${comparedValues}`;
  // A column of the index has its collation, which ignores the case of few letters.
  const withoutPart = `select text from ${name} where ${lacks('(text collate "default")')}`;
  return {
    queries: [`${name} as materialized (${differentValues(prefix, values, comparedValues)})`],
    ids: [
      `select ${owner} as id from ${values} and ${prefix} = any (array(${withoutPart}))
        and (length(${prefix}) < ${indexedCharacters} or ${lacks(whole)}) and ${areFew}`,
      `select ${owner} as id from ${values} and ${lacks(whole)} and not ${areFew}`,
    ],
  };
}

/** Reads the index from each value to the next one, at most as often as there are values to compare. */
function differentValues(prefix: string, values: string, limit: number): string {
  return `with recursive different(text, number) as (
      (select ${prefix}, 1 from ${values} and ${prefix} >= '' order by ${prefix} limit 1)
      union all
      select following.text, different.number + 1 from different cross join lateral (
        select ${prefix} as text from ${values} and ${prefix} > different.text order by ${prefix} limit 1
      ) following where different.number < ${limit}
    ) select text from different`;
}
