import type { InvalidParam, InvalidParamKey } from '@parley/core';
import type { PlacedError } from './pick-valid-fields.js';
import { toStorable } from './storable-text.js';

/** What express-openapi-validator tells of one fault. */
export interface ValidationFault {
  /** A JSON pointer that begins with the place: `/body/labels/0/id`, `/query/page`, `/headers/idempotency-key`. */
  readonly path: string;
  readonly message: string;
  /** The JSON Schema keyword, as in `maxLength.openapi.validation`; missing for an unknown query parameter. */
  readonly errorCode?: string | undefined;
}

/** What the faults were found in, to say what was received. */
export interface FaultyRequest {
  readonly body: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly params: unknown;
}

export const maxFaults = 50;

/** Names every parameter at fault by its dotted path; of several faults of one parameter the first is told. */
export function mapValidationErrors(
  faults: readonly ValidationFault[],
  request: FaultyRequest,
): Map<string, InvalidParam> {
  const params = new Map<string, InvalidParam>();
  for (const fault of withoutOtherBranches(faults)) {
    if (params.size >= maxFaults) break;
    const { name, value } = locate(fault.path, request);
    if (!params.has(name)) params.set(name, describe(fault, name, value));
  }
  return params;
}

/**
 * A nullable field is `oneOf` something and null. That the value is not null, and that no branch fits, says nothing
 * to the caller when another fault at the same place says what is wrong.
 */
function withoutOtherBranches(faults: readonly ValidationFault[]): readonly ValidationFault[] {
  const isNoise = ({ errorCode = '', message }: ValidationFault) =>
    /^(?:(?:one|any|all)Of|if)\./.test(errorCode) || message === 'must be null';
  if (!faults.some(isNoise)) return faults;
  const telling = faults.filter((fault) => !isNoise(fault));
  const explains = (path: string) =>
    telling.some((one) => one.path === path || one.path.startsWith(`${path}/`));
  return faults.filter((fault) => !isNoise(fault) || !explains(fault.path));
}

/** Where the body was refused for more than the length of a text, which leaves the text readable. */
export function placeErrors(faults: readonly ValidationFault[], request: FaultyRequest): PlacedError[] {
  return withoutOtherBranches(faults)
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

/** The name of an unknown or missing key is appended to the pointer as it is, so a slash may be part of it. */
function locate(pointer: string, request: FaultyRequest): Located {
  const [, place = '', ...segments] = pointer.split('/');
  const names: string[] = [];
  let value: unknown = place in request ? request[place as keyof FaultyRequest] : undefined;
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

function hasOwn(value: unknown, key: string): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}

/** The validator knows headers in lower case, people in `Train-Case`. */
function headerName(names: readonly string[]): string {
  return names.join('.').replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

function describe({ message, errorCode = '' }: ValidationFault, name: string, value: unknown): InvalidParam {
  const keyword = errorCode.split('.')[0] ?? '';
  const bound = /\d+(?:\.\d+)?/.exec(message.replace(/^.*?(?:than|[<>]=?)/, ''))?.[0] ?? '';
  const fault = (key: InvalidParamKey, text: string): InvalidParam => ({ key, message: text });
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return fault('invalid_type', 'Required');
    case 'type':
    case 'x-eov-type':
      return fault('invalid_type', describeType(message, value));
    case 'enum':
      return fault('invalid_enum_value', describeEnum(message, value));
    case 'const':
      return fault('invalid_enum_value', 'Invalid literal value');
    case 'format':
      return describeFormat(message);
    case 'pattern':
      return fault('invalid_string', `Invalid: ${message}`);
    case 'minLength':
      return fault('too_small', `String must contain at least ${bound} character(s)`);
    case 'maxLength':
      return fault('too_big', `String must contain at most ${bound} character(s)`);
    case 'minItems':
      return fault('too_small', `Array must contain at least ${bound} element(s)`);
    case 'maxItems':
      return fault('too_big', `Array must contain at most ${bound} element(s)`);
    case 'minProperties':
      return fault('too_small', `Object must contain at least ${bound} key(s)`);
    case 'maxProperties':
      return fault('too_big', `Object must contain at most ${bound} key(s)`);
    case 'minimum':
      return fault('too_small', `Number must be greater than or equal to ${bound}`);
    case 'exclusiveMinimum':
      return fault('too_small', `Number must be greater than ${bound}`);
    case 'maximum':
      return fault('too_big', `Number must be less than or equal to ${bound}`);
    case 'exclusiveMaximum':
      return fault('too_big', `Number must be less than ${bound}`);
    case 'uniqueItems':
      return fault('not_unique', 'Array must not contain an element twice');
    case 'additionalProperties':
    case 'unevaluatedProperties':
    case 'readOnly':
    case '':
      return fault('unrecognized_keys', `Unrecognized key: '${shorten(name)}'`);
    default:
      return fault('invalid_type', `Invalid: ${message}`);
  }
}

/** "must be string", "must be string,null", "must be integer". */
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
