import type { InvalidParam, InvalidParamKey } from '@parley/core';
import { hasOwn } from './has-own.js';
import type { LocatedError } from './pick-valid-fields.js';
import { toStorable } from './storable-text.js';

/** One error of express-openapi-validator. */
export interface ValidationError {
  /** A JSON pointer that begins with the part of the request: `/body/labels/0/id`, `/query/page`, `/headers/idempotency-key`. */
  readonly path: string;
  readonly message: string;
  /** The JSON Schema keyword, as in `maxLength.openapi.validation`; undefined for an unknown query parameter. */
  readonly errorCode?: string | undefined;
}

/** The parts of a request in which the errors were found; messages quote the received values. */
export interface CheckedParts {
  readonly body: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly params: unknown;
}

export const maxErrors = 50;

/** Names every invalid parameter by its dotted path, with the first error of each. */
export function mapValidationErrors(
  errors: readonly ValidationError[],
  request: CheckedParts,
): Map<string, InvalidParam> {
  const params = new Map<string, InvalidParam>();
  for (const error of withoutOtherBranches(errors)) {
    if (params.size >= maxErrors) break;
    const { name, value } = locate(error.path, request);
    if (!params.has(name)) params.set(name, describe(error, name, value));
  }
  return params;
}

/**
 * A nullable field is `oneOf` a schema and null. The errors "must be null" and "no branch matches" do not help the
 * caller when another error at the same path is more specific.
 */
function withoutOtherBranches(errors: readonly ValidationError[]): readonly ValidationError[] {
  const isNoise = ({ errorCode = '', message }: ValidationError) =>
    /^(?:(?:one|any|all)Of|if)\./.test(errorCode) || message === 'must be null';
  if (!errors.some(isNoise)) return errors;
  const others = errors.filter((error) => !isNoise(error));
  const explains = (path: string) =>
    others.some((one) => one.path === path || one.path.startsWith(`${path}/`));
  return errors.filter((error) => !isNoise(error) || !explains(error.path));
}

/**
 * Returns the paths of the errors in the body. A text that is only too long is left out, since it can still be read.
 */
export function locateErrors(errors: readonly ValidationError[], request: CheckedParts): LocatedError[] {
  return withoutOtherBranches(errors)
    .filter(({ path, errorCode = '' }) => path.startsWith('/body/') && !isTooLong(errorCode))
    .map(({ path, errorCode = '' }) => ({
      keys: locate(path, request).keys,
      isUnknownKey: /^(additional|unevaluated)Properties\./.test(errorCode),
    }));
}

function isTooLong(errorCode: string): boolean {
  return errorCode.startsWith('maxLength.');
}

interface Located {
  readonly name: string;
  readonly keys: readonly string[];
  readonly value: unknown;
}

/**
 * The validator appends the name of an unknown or missing key to the pointer unescaped, so the name may contain a
 * slash.
 */
function locate(pointer: string, request: CheckedParts): Located {
  const [, place = '', ...segments] = pointer.split('/');
  const names: string[] = [];
  let value: unknown = place in request ? request[place as keyof CheckedParts] : undefined;
  for (const [index, segment] of segments.entries()) {
    const rest = segments.slice(index).join('/');
    if (index < segments.length - 1 && hasOwn(value, rest)) {
      names.push(rest);
      value = value[rest];
      break;
    }
    const key = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    names.push(key);
    value = hasOwn(value, key) ? value[key] : undefined;
  }
  const name = place === 'headers' ? headerName(names) : names.join('.') || place;
  return { name: toStorable(name), keys: names, value };
}

/** The validator writes header names in lower case; messages use `Train-Case`, and `ID` as the contract writes it. */
function headerName(names: readonly string[]): string {
  const name = names.join('.').replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
  return name.replace(/-Id$/, '-ID');
}

function describe({ message, errorCode = '' }: ValidationError, name: string, value: unknown): InvalidParam {
  const keyword = errorCode.split('.')[0] ?? '';
  const bound = /\d+(?:\.\d+)?/.exec(message.replace(/^.*?(?:than|[<>]=?)/, ''))?.[0] ?? '';
  const param = (key: InvalidParamKey, text: string): InvalidParam => ({ key, message: text });
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return param('invalid_type', 'Required');
    case 'type':
    case 'x-eov-type':
      return param('invalid_type', describeType(message, value));
    case 'enum':
      return param('invalid_enum_value', describeEnum(message, value));
    case 'const':
      return param('invalid_enum_value', 'Invalid literal value');
    case 'format':
      return describeFormat(message);
    case 'pattern':
      return param('invalid_string', `Invalid: ${message}`);
    case 'minLength':
      return param('too_small', `String must contain at least ${bound} character(s)`);
    case 'maxLength':
      return param('too_big', `String must contain at most ${bound} character(s)`);
    case 'minItems':
      return param('too_small', `Array must contain at least ${bound} element(s)`);
    case 'maxItems':
      return param('too_big', `Array must contain at most ${bound} element(s)`);
    case 'minProperties':
      return param('too_small', `Object must contain at least ${bound} key(s)`);
    case 'maxProperties':
      return param('too_big', `Object must contain at most ${bound} key(s)`);
    case 'minimum':
      return param('too_small', `Number must be greater than or equal to ${bound}`);
    case 'exclusiveMinimum':
      return param('too_small', `Number must be greater than ${bound}`);
    case 'maximum':
      return param('too_big', `Number must be less than or equal to ${bound}`);
    case 'exclusiveMaximum':
      return param('too_big', `Number must be less than ${bound}`);
    case 'uniqueItems':
      return param('not_unique', 'Array must not contain an element twice');
    case 'additionalProperties':
    case 'unevaluatedProperties':
    case 'readOnly':
    case '':
      return param('unrecognized_keys', `Unrecognized key: '${shorten(name)}'`);
    default:
      return param('invalid_type', `Invalid: ${message}`);
  }
}

/** Parses "must be string", "must be string,null" or "must be integer". */
function describeType(message: string, value: unknown): string {
  const [expected = ''] = message.replace('must be ', '').split(',');
  const received = typeOf(value);
  return `Expected ${expected}, received ${expected === 'integer' && received === 'number' ? 'float' : received}`;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function describeEnum(message: string, value: unknown): string {
  const allowed = message.replace(/^.*allowed values: /, '').split(', ');
  const received = typeof value === 'string' ? `'${shorten(value)}'` : typeOf(value);
  return `Invalid enum value. Expected ${allowed.map((one) => `'${one}'`).join(' | ')}, received ${received}`;
}

function describeFormat(message: string): InvalidParam {
  const format = /"(.+)"/.exec(message)?.[1] ?? 'format';
  if (format === 'date-time' || format === 'date') return { key: 'invalid_date', message: 'Invalid date' };
  return { key: 'invalid_string', message: `Invalid ${format === 'uri' ? 'url' : format}` };
}

function shorten(text: string): string {
  return toStorable(text.length > 64 ? `${text.slice(0, 64)}…` : text);
}
