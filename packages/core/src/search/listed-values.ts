import type { operators } from './comparison.js';
import { valuesWithPart } from './enum-values.js';
import type { Condition, Filter } from './filter.js';
import type { EnumField, Field } from './searchable.js';

/** A condition that a field has one of these values. Another table lists the rows of the field by their value. */
export interface ListedValues {
  readonly field: EnumField & Required<Pick<EnumField, 'listed'>>;
  readonly values: readonly string[];
}

/**
 * Converts a condition on such a field, or the negation of one, to a list of values that can be looked up. Undefined
 * for other filters, and where a value is compared with null.
 */
export function readListed(filter: Filter): ListedValues | undefined {
  if (filter.type === 'not') {
    const excluded = readListed(filter.filter);
    return excluded && without(excluded);
  }
  if ('filters' in filter || filter.type === 'isNull' || !isListed(filter.field)) return undefined;
  const { field } = filter;
  const values = field.values.filter((value) => matches(filter, value, field.values));
  return hasNull(filter) ? undefined : { field, values };
}

export function isListed(field: Field): field is ListedValues['field'] {
  return field.kind === 'enum' && field.listed !== undefined;
}

function without({ field, values }: ListedValues): ListedValues {
  return { field, values: field.values.filter((value) => !values.includes(value)) };
}

type ValueCondition = Exclude<Condition, { type: 'isNull' }>;

function hasNull(condition: ValueCondition): boolean {
  return condition.type === 'in' ? condition.values.includes(null) : condition.value === null;
}

function matches(condition: ValueCondition, value: string, declared: readonly string[]): boolean {
  switch (condition.type) {
    case 'in':
      return condition.values.includes(value);
    case 'eq':
      return condition.value === value;
    case 'ne':
      return condition.value !== value;
    case 'contains':
    case 'startsWith':
      return valuesWithPart([value], condition.type, String(condition.value)).length > 0;
    default: {
      const distance = declared.indexOf(value) - declared.indexOf(String(condition.value));
      return isBeyond[condition.type](distance);
    }
  }
}

const isBeyond: Readonly<Record<keyof typeof operators, (distance: number) => boolean>> = {
  gt: (distance) => distance > 0,
  gte: (distance) => distance >= 0,
  lt: (distance) => distance < 0,
  lte: (distance) => distance <= 0,
};
