import { asObject, describeErrors, type JsonObject } from '@parley/validation';
import type { DeclaredResponse, ResponseHeader } from '../document/operation.js';
import { expandSchema } from '../schema/expand-schema.js';
import { typesOf } from '../schema/types-of.js';
import { validatorOf } from '../schema/validator-of.js';
import type { WireResponse } from '../wire/wire-response.js';
import { type CheckOptions, needsDeclaration } from './check-options.js';
import type { Violation } from './violation.js';

export function checkHeaders(
  declared: DeclaredResponse,
  response: WireResponse,
  options: CheckOptions,
): Violation[] {
  const violations = declared.headers.flatMap((header) => checkHeader(header, response, options));
  const names = new Set(declared.headers.map(({ name }) => name.toLowerCase()));
  const undeclared = Object.keys(response.headers).filter(
    (name) => !names.has(name) && needsDeclaration(options, name),
  );
  return [
    ...violations,
    ...undeclared.map((name) =>
      violation(response, name, {
        expected: `only headers that are declared for status ${declared.status}, or belong to HTTP`,
        received: `${name}: ${String(response.headers[name])}`,
      }),
    ),
  ];
}

function checkHeader(
  { name, required, schema }: ResponseHeader,
  response: WireResponse,
  { strict }: CheckOptions,
): Violation[] {
  const value = response.headers[name.toLowerCase()];
  if (value === undefined) {
    if (!required) return [];
    const expected = `the header ${name}, which is required with status ${response.status}`;
    return [violation(response, name, { expected, received: 'no such header' })];
  }
  const types = typesOfHeader(schema);
  if (strict && Array.isArray(value) && !types.includes('array')) {
    const expected = `the header ${name} once, since it is not declared as a list`;
    return [violation(response, name, { expected, received: `it is sent ${value.length} times` })];
  }
  const text = Array.isArray(value) ? value.join(', ') : value;
  const validator = validatorOf(schema);
  if (readings(types, text).some((reading) => validator.accepts(reading))) return [];
  const expected = `a header ${name} as declared: ${describeErrors(validator.findErrors(text))}`;
  return [violation(response, name, { expected, received: `${name}: ${text}` })];
}

/** A header is text; the type in its schema decides how it is read. */
function readings(types: readonly string[], text: string): unknown[] {
  const number = types.includes('number') ? /^-?(0|[1-9]\d*)(\.\d+)?$/ : /^-?(0|[1-9]\d*)$/;
  const isNumber = number.test(text);
  return [
    text,
    ...(isNumber ? [Number(text)] : []),
    ...(text === 'true' || text === 'false' ? [text === 'true'] : []),
    ...(types.includes('array') ? [listReading(text)] : []),
    ...(types.includes('object') ? [objectReading(text)] : []),
  ];
}

function typesOfHeader(schema: JsonObject): readonly string[] {
  return expandSchema(schema, asObject(schema.$defs)).flatMap((flat) => typesOf(flat) ?? []);
}

function listReading(text: string): unknown[] {
  return text.split(',').map((part) => {
    const trimmed = part.trim();
    return /^-?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : trimmed;
  });
}

function objectReading(text: string): JsonObject {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.every((part) => part.includes('=')))
    return Object.fromEntries(parts.map((part) => part.split('=', 2)));
  const pairs = parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? '']] : []));
  return Object.fromEntries(pairs);
}

function violation(
  response: WireResponse,
  name: string,
  texts: Pick<Violation, 'expected' | 'received'>,
): Violation {
  const rule = 'headers-are-declared';
  return { rule, key: `${rule} ${response.status} ${name.toLowerCase()}`, ...texts };
}
