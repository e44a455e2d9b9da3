import type { FieldValue, NameOf } from '../operations/fields.js';
import { Expression, everything, nothing } from './expression.js';
import { writeField, writeText, writeValue } from './write-value.js';

declare const fields: unique symbol;

/**
 * A filter on the fields of one search. Pass it as `query` of the search; it is sent as text. TypeScript infers the fields
 * from the place where the filter is used, so write it there, or declare the variable as `FilterFor<'/chats/search'>`.
 */
export interface Filter<Fields> {
  /** The filter in the language of the API. */
  readonly expression: string;
  toString(): string;
  toJSON(): string;
  readonly [fields]?: (fields: Fields) => Fields;
}

/** The field has this value; `null` means that it has none. */
export function eq<Fields, Name extends NameOf<Fields>>(
  field: Name,
  value: FieldValue<Fields, Name> | null,
): Filter<Fields> {
  return compare('eq', field, value);
}

/** The field has another value, or none. */
export function ne<Fields, Name extends NameOf<Fields>>(
  field: Name,
  value: FieldValue<Fields, Name> | null,
): Filter<Fields> {
  return compare('ne', field, value);
}

export function gt<Fields, Name extends NameOf<Fields, Comparable>>(
  field: Name,
  value: FieldValue<Fields, Name>,
): Filter<Fields> {
  return compare('gt', field, value);
}

export function gte<Fields, Name extends NameOf<Fields, Comparable>>(
  field: Name,
  value: FieldValue<Fields, Name>,
): Filter<Fields> {
  return compare('gte', field, value);
}

export function lt<Fields, Name extends NameOf<Fields, Comparable>>(
  field: Name,
  value: FieldValue<Fields, Name>,
): Filter<Fields> {
  return compare('lt', field, value);
}

export function lte<Fields, Name extends NameOf<Fields, Comparable>>(
  field: Name,
  value: FieldValue<Fields, Name>,
): Filter<Fields> {
  return compare('lte', field, value);
}

/** The text of the field contains this text, ignoring case. */
export function contains<Fields, Name extends NameOf<Fields, Textual>>(
  field: Name,
  text: string,
): Filter<Fields> {
  return comparePart('contains', field, text);
}

/** The text of the field begins with this text, ignoring case. */
export function startsWith<Fields, Name extends NameOf<Fields, Textual>>(
  field: Name,
  text: string,
): Filter<Fields> {
  return comparePart('startsWith', field, text);
}

/** The field has one of these values. With an empty list nothing is found. */
export function isIn<Fields, Name extends NameOf<Fields>>(
  field: Name,
  values: ReadonlyArray<FieldValue<Fields, Name> | null>,
): Filter<Fields> {
  return values.length === 0 ? nothing : compare('in', field, ...values);
}

export function isNull<Fields, Name extends NameOf<Fields>>(field: Name): Filter<Fields> {
  return compare('isNull', field);
}

/** All of these conditions are met. `undefined` and `false` are ignored, so that parts can be optional. */
export function and<Fields>(...filters: ReadonlyArray<OptionalFilter<Fields>>): Filter<Fields> {
  const parts = readParts(filters).filter((part) => part !== everything);
  return join('and', parts, everything);
}

/**
 * At least one of these conditions is met. `undefined` and `false` are ignored; if nothing remains, nothing is found.
 */
export function or<Fields>(...filters: ReadonlyArray<OptionalFilter<Fields>>): Filter<Fields> {
  const parts = readParts(filters);
  return parts.includes(everything) ? everything : join('or', parts, nothing);
}

export function not<Fields>(filter: Filter<Fields>): Filter<Fields> {
  const parts = readParts([filter]);
  return parts.includes(everything) ? nothing : Expression.call('not', parts);
}

type OptionalFilter<Fields> = Filter<Fields> | undefined | false;
/** Ids and values of enumerations are compared as texts. */
type Textual = 'text' | 'id' | 'enum' | 'attribute';
/** Enumerations have the order in which the contract declares their values. */
type Comparable = Textual | 'timestamp' | 'number';

function compare(name: string, field: unknown, ...values: readonly unknown[]): Expression {
  const known = writeField(field);
  return call(name, [known, ...values.map((value) => writeValue(known, value))]);
}

/** Ids are excluded, because a part of an id is not an id. */
function comparePart(name: string, field: unknown, text: string): Expression {
  return call(name, [writeField(field), writeText(text)]);
}

function call(name: string, parts: readonly string[]): Expression {
  return new Expression(`${name}(${parts.join(',')})`);
}

function readParts(filters: readonly unknown[]): Expression[] {
  return filters
    .filter((filter) => filter !== undefined && filter !== false)
    .map((filter) => {
      if (filter instanceof Expression) return filter;
      throw new TypeError(`Expected a filter, such as eq("status", "open"), found ${typeof filter}.`);
    });
}

function join(name: 'and' | 'or', parts: readonly Expression[], otherwise: Expression): Expression {
  const [first = otherwise, ...others] = parts;
  return others.length === 0 ? first : Expression.call(name, parts);
}
