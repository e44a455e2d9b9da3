import { isId } from '../ids.js';
import { operators } from './comparison.js';
import type { Condition, Value } from './filter.js';
import type { Field, FieldKind } from './searchable.js';
import { type TokenReader, unexpected } from './token-reader.js';
import type { Token } from './tokenize.js';

/** Reads one value and checks that the function can compare it with the field. */
export function readValue(reader: TokenReader, field: Field, name: ValueFunction): Value {
  const token = reader.next;
  if (token.type !== 'word' && token.type !== 'string') throw unexpected(token, 'a value');
  if (token.type === 'word' && token.value === 'null') {
    reader.skip('word');
    return null;
  }
  const { parse, expected } = readerOf(field, name);
  const value = parse(token);
  if (value === undefined) throw unexpected(token, expected);
  reader.skip(token.type);
  return value;
}

type ValueFunction = Exclude<Condition['type'], 'isNull'>;

/** A part of an id or of an enumeration's value is any text; other comparisons need a declared value. */
function readerOf(field: Field, name: ValueFunction): { parse: Parse; expected: string } {
  if ((name === 'contains' || name === 'startsWith') && field.kind !== 'attribute') {
    return { parse: parseText, expected: expectations.text };
  }
  if (field.kind === 'enum' && name in operators) {
    const { values } = field;
    return {
      parse: ({ value }) => (values.includes(value) ? value : undefined),
      expected: `one of ${values.join(', ')}`,
    };
  }
  return { parse: parsers[field.kind], expected: `${expectations[field.kind]} or null` };
}

type Parse = (token: Token) => Value | undefined;

const parsers: Record<FieldKind, Parse> = {
  id: ({ value }) => (isId(value) ? value.toLowerCase() : undefined),
  timestamp: ({ value }) => parseTimestamp(value),
  number: ({ value }) => (/^[+-]?\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : undefined),
  boolean: ({ value }) => (value === 'true' ? true : value === 'false' ? false : undefined),
  date: ({ value }) => (isDate(value) ? value : undefined),
  text: parseText,
  enum: parseText,
  // The kind is known only later; until then every value is accepted.
  attribute: ({ value }) => value,
};

const expectations: Record<FieldKind, string> = {
  id: 'an id (UUID)',
  timestamp: 'a timestamp such as 2026-01-31T09:30:00.000Z',
  number: 'a number',
  boolean: 'true, false',
  date: 'a date such as 2026-01-31',
  text: 'a string (put true and false in quotes)',
  enum: 'a string (put true and false in quotes)',
  attribute: 'a value',
};

function parseText({ type, value }: Token): string | undefined {
  return type === 'word' && (value === 'true' || value === 'false') ? undefined : value;
}

function isDate(text: string): boolean {
  return text.length === 10 && parseTimestamp(text) !== undefined;
}

const timestamp = /^(\d{4})-(\d{2})-(\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** A date alone means its beginning in UTC. Days that the calendar does not have, and the year 0, are rejected. */
function parseTimestamp(text: string): string | undefined {
  const match = timestamp.exec(text);
  if (!match) return undefined;
  const [, year, month, day] = match.map(Number);
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime()) || year === undefined || month === undefined || year < 1)
    return undefined;
  const lastDay = new Date(Date.UTC(2_000 + (year % 400), month, 0)).getUTCDate();
  if (day === undefined || day > lastDay) return undefined;
  return moment.getUTCFullYear() >= 1 && moment.getUTCFullYear() <= 9_999 ? moment.toISOString() : undefined;
}
