import type { Condition, Filter, Value } from './filter.js';
import type { Parameters } from './parameters.js';
import type { Field } from './searchable.js';

type ColumnOf = (field: Field) => string;

/**
 * The filter as SQL. Columns come from the resource, values go as parameters; no text of the caller becomes SQL.
 *
 * A missing value is a value here: `ne` and `not` include rows without one, `eq(field,null)` finds exactly those.
 * `eq`, `ne` and `in` compare texts exactly; `contains` and `startsWith` take upper and lower case alike, as
 * `search` does.
 */
export function compileFilter(filter: Filter, parameters: Parameters, columnOf: ColumnOf): string {
  const compile = (part: Filter): string => {
    switch (part.type) {
      case 'and':
      case 'or':
        return `(${part.filters.map(compile).join(` ${part.type} `)})`;
      case 'not':
        return `((${compile(part.filter)}) is not true)`;
      default:
        return compileCondition(part, parameters, columnOf);
    }
  };
  return compile(filter);
}

const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

function compileCondition(condition: Condition, parameters: Parameters, columnOf: ColumnOf): string {
  const { field } = condition;
  const column = columnOf(field);
  switch (condition.type) {
    case 'isNull':
      return `${column} is null`;
    case 'in':
      return compileIn(condition, parameters, column);
    case 'eq':
      return compileIn({ ...condition, type: 'in', values: [condition.value] }, parameters, column);
    case 'ne':
      return `((${compileCondition({ ...condition, type: 'eq' }, parameters, columnOf)}) is not true)`;
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return compileComparison({ ...condition, type: condition.type }, parameters, column);
    case 'contains':
      return `${column} ilike ${parameters.add(`%${escapeLike(String(condition.value))}%`, 'text')}`;
    case 'startsWith':
      return `${column} ilike ${parameters.add(`${escapeLike(String(condition.value))}%`, 'text')}`;
  }
}

function compileComparison(
  { type, field, value }: { type: keyof typeof operators; field: Field; value: Value },
  parameters: Parameters,
  column: string,
): string {
  // Columns of numbers are whole; comparing them with a fraction would cast the column and lose its index.
  const bound = typeof value === 'number' ? roundings[type](value) : value;
  return `${column} ${operators[type]} ${parameters.add(bound, typeOf(field))}`;
}

const roundings = { gt: Math.floor, gte: Math.ceil, lt: Math.ceil, lte: Math.floor } as const;

function compileIn(
  { field, values }: Extract<Condition, { type: 'in' }>,
  parameters: Parameters,
  column: string,
): string {
  const present = values.filter((value) => value !== null && isPossible(field, value));
  const alternatives = [
    ...(values.includes(null) ? [`${column} is null`] : []),
    ...(present.length === 1 ? [`${column} = ${parameters.add(present[0], typeOf(field))}`] : []),
    ...(present.length > 1 ? [`${column} = any (${parameters.add(present, `${typeOf(field)}[]`)})`] : []),
  ];
  return alternatives.length === 0 ? 'false' : `(${alternatives.join(' or ')})`;
}

/** What a column can never hold equals none of its values; PostgreSQL would refuse to compare. */
function isPossible(field: Field, value: Value): boolean {
  if (field.kind === 'number') return Number.isInteger(value);
  return field.kind !== 'enum' || field.values.some((known) => known === value);
}

function typeOf(field: Field): string {
  return field.kind === 'enum' ? field.type : types[field.kind];
}

const types = {
  id: 'uuid',
  timestamp: 'timestamptz',
  text: 'text',
  number: 'bigint',
  boolean: 'boolean',
} as const;

export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
