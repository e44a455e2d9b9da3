import { ExpressionError } from './expression-error.js';
import type { Comparison, Condition, Filter } from './filter.js';
import { findField } from './find-field.js';
import { readValue } from './read-value.js';
import type { Field, FieldKind, Fields } from './searchable.js';
import { TokenReader, unexpected } from './token-reader.js';
import type { Token } from './tokenize.js';

const maxDepth = 10;
const maxConditions = 50;

/**
 * Parses a filter. This is the grammar, with spaces allowed between all pieces:
 *
 *     filter    = ("and" | "or") "(" filter { "," filter } ")" | "not" "(" filter ")" | condition
 *     condition = comparison "(" field "," value ")" | "in" "(" field "," value { "," value } ")"
 *               | "isNull" "(" field ")"
 *
 * An empty text means no filter.
 */
export function parseFilter(text: string, fields: Fields): Filter | undefined {
  const reader = new TokenReader(text);
  if (reader.isAtEnd) return undefined;
  const filter = new FilterParser(reader, fields).parse(1);
  reader.consume('end', 'the end of the expression');
  return filter;
}

class FilterParser {
  readonly #reader: TokenReader;
  readonly #fields: Fields;
  #conditionCount = 0;

  constructor(reader: TokenReader, fields: Fields) {
    this.#reader = reader;
    this.#fields = fields;
  }

  parse(depth: number): Filter {
    const name = this.#reader.consume('word', functionNames);
    if (depth > maxDepth) throw new ExpressionError(name.position, `at most ${maxDepth} levels`);
    if (!isFunctionName(name.value)) throw unexpected(name, functionNames);
    this.#reader.consume('(', '"("');
    const filter = this.#parseArguments({ ...name, value: name.value }, depth);
    this.#reader.consume(')', '")"');
    return filter;
  }

  #parseArguments(name: FunctionToken, depth: number): Filter {
    switch (name.value) {
      case 'and':
      case 'or':
        return { type: name.value, filters: this.#parseList(() => this.parse(depth + 1)) };
      case 'not':
        return { type: 'not', filter: this.parse(depth + 1) };
      default:
        return this.#parseCondition({ ...name, value: name.value });
    }
  }

  #parseCondition(name: FunctionToken<Condition['type']>): Condition {
    this.#conditionCount += 1;
    if (this.#conditionCount > maxConditions) {
      throw new ExpressionError(name.position, `at most ${maxConditions} conditions`);
    }
    const field = this.#parseField(name);
    if (name.value === 'isNull') return { type: 'isNull', field };
    this.#reader.consume(',', '"," and a value');
    if (name.value === 'in') {
      const values = this.#parseList(() => readValue(this.#reader, field, 'in'));
      return { type: 'in', field, values };
    }
    return this.#parseComparison({ ...name, value: name.value }, field);
  }

  #parseField(name: FunctionToken<Condition['type']>): Field {
    const known = Object.keys(this.#fields).join(', ');
    const token = this.#reader.consume('word', `a field (${known})`);
    const field = findField(this.#fields, token.value);
    if (field === undefined) throw unexpected(token, `a field (${known})`);
    if (!worksOn(name.value, field.kind)) {
      const working = comparisons.filter((known) => worksOn(known, field.kind)).join(', ');
      throw unexpected(name, `a function that works on ${token.value}, ${nouns[field.kind]} (${working})`);
    }
    return field;
  }

  #parseComparison({ value: type }: FunctionToken<Comparison>, field: Field): Condition {
    const token = this.#reader.next;
    const value = readValue(this.#reader, field, type);
    if (value === null && type !== 'eq' && type !== 'ne') {
      throw unexpected(token, `a value other than null for ${type}`);
    }
    return { type, field, value };
  }

  #parseList<Item>(parseItem: () => Item): Item[] {
    const items = [parseItem()];
    while (this.#reader.skip(',')) items.push(parseItem());
    return items;
  }
}

type FunctionName = Filter['type'];
type FunctionToken<Name extends FunctionName = FunctionName> = Token & { readonly value: Name };

const ordered: readonly FieldKind[] = ['id', 'timestamp', 'date', 'text', 'number', 'enum'];
const textual: readonly FieldKind[] = ['id', 'text', 'enum'];

/** The kinds of fields that a function supports; the other functions support every kind. */
const meaningful: Partial<Readonly<Record<Condition['type'], readonly FieldKind[]>>> = {
  gt: ordered,
  gte: ordered,
  lt: ordered,
  lte: ordered,
  contains: textual,
  startsWith: textual,
};

/** The kind of a tenant-defined field is known only later. */
function worksOn(name: Condition['type'], kind: FieldKind): boolean {
  return kind === 'attribute' || (meaningful[name]?.includes(kind) ?? true);
}

const nouns: Readonly<Record<FieldKind, string>> = {
  id: 'an id',
  timestamp: 'a timestamp',
  date: 'a date',
  text: 'a text',
  number: 'a number',
  boolean: 'a boolean',
  enum: 'an enumeration',
  attribute: 'an attribute',
};

const comparisons = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'contains',
  'startsWith',
  'isNull',
] as const satisfies readonly Condition['type'][];
const functions: readonly string[] = [...comparisons, 'and', 'or', 'not'];
const functionNames = `a function (${functions.join(', ')})`;

function isFunctionName(text: string): text is FunctionName {
  return functions.includes(text);
}
