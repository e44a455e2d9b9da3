import { asArray, asObject, describeErrors, type JsonObject } from '@parley/validation';
import type { AnswerHeader, DeclaredAnswer } from '../document/operation.js';
import { expandSchema } from '../schema/expand-schema.js';
import { typesOf } from '../schema/types-of.js';
import { validatorOf } from '../schema/validator-of.js';
import type { Answer } from '../wire/answer.js';
import type { CheckOptions } from './check-options.js';
import { isHeaderOfHttp } from './http-headers.js';
import type { Violation } from './violation.js';

export function checkHeaders(
  declared: DeclaredAnswer,
  answer: Answer,
  { strictHeaders }: CheckOptions,
): Violation[] {
  const violations = declared.headers.flatMap((header) => checkHeader(header, answer));
  if (!strictHeaders) return violations;
  const names = new Set(declared.headers.map(({ name }) => name.toLowerCase()));
  const undeclared = Object.keys(answer.headers).filter((name) => !names.has(name) && !isHeaderOfHttp(name));
  return [
    ...violations,
    ...undeclared.map((name) =>
      violation(answer, name, {
        expected: `only headers that are declared for status ${declared.status}, or belong to HTTP`,
        received: `${name}: ${String(answer.headers[name])}`,
      }),
    ),
  ];
}

function checkHeader({ name, required, schema }: AnswerHeader, answer: Answer): Violation[] {
  const value = answer.headers[name.toLowerCase()];
  if (value === undefined) {
    if (!required) return [];
    const expected = `the header ${name}, which is required with status ${answer.status}`;
    return [violation(answer, name, { expected, received: 'no such header' })];
  }
  const text = Array.isArray(value) ? value.join(', ') : value;
  const validator = validatorOf(schema);
  if (readings(schema, text).some((reading) => validator.accepts(reading))) return [];
  const expected = `a header ${name} as declared: ${describeErrors(validator.findErrors(text))}`;
  return [violation(answer, name, { expected, received: `${name}: ${text}` })];
}

/** A header is text; what it says depends on the type that its schema wants. */
function readings(schema: JsonObject, text: string): unknown[] {
  const types = expandSchema(schema, asObject(schema.$defs)).flatMap((flat) => asArray(typesOf(flat)));
  const isNumber = /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text);
  return [
    text,
    ...(isNumber ? [Number(text)] : []),
    ...(text === 'true' || text === 'false' ? [text === 'true'] : []),
    ...(types.includes('array') ? [listReading(text)] : []),
    ...(types.includes('object') ? [objectReading(text)] : []),
  ];
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

function violation(answer: Answer, name: string, texts: Pick<Violation, 'expected' | 'received'>): Violation {
  const rule = 'headers-are-declared';
  return { rule, key: `${rule} ${answer.status} ${name.toLowerCase()}`, ...texts };
}
