import { formOf, isWithin } from '../document/media-types.js';
import type { DeclaredResponse, Operation } from '../document/operation.js';
import { headerOf, type WireResponse } from '../wire/wire-response.js';
import type { CheckOptions } from './check-options.js';
import { excerpt } from './excerpt.js';
import type { Violation } from './violation.js';

interface MediaTypeInput {
  readonly declared: DeclaredResponse;
  readonly response: WireResponse;
  readonly options: CheckOptions;
}

export function checkMediaType(
  { method }: Pick<Operation, 'method'>,
  { declared, response, options }: MediaTypeInput,
): Violation[] {
  const types = declared.media.map(({ type }) => type);
  const type = headerOf(response, 'content-type');
  const isEmpty = response.body.length === 0;
  if (
    method === 'HEAD' ||
    response.status === 304 ||
    (isEmpty && (types.length === 0 || response.status === 204))
  )
    return [];
  const expected =
    types.length === 0 ? 'no body, since none is declared' : `a body of type ${types.join(' or ')}`;
  const violation = (received: string): Violation[] => [
    {
      rule: 'media-type-is-declared',
      key: `media-type-is-declared ${response.status} ${isEmpty ? 'empty' : type}`,
      expected: `${expected} with status ${declared.status}`,
      received,
    },
  ];
  // An empty file is a body too, and has a media type.
  if (isEmpty && (type === undefined || formOf(type) === 'json'))
    return violation(`no body with status ${response.status}`);
  if (type === undefined) return violation(`a body without a media type: ${excerpt(response)}`);
  const fitting = types.filter((candidate) => isWithin(type, candidate));
  if (fitting.length === 0) return violation(`${type}: ${excerpt(response)}`);
  const hasOwn = options.strict && fitting.every((candidate) => hasUndeclaredParameter(type, candidate));
  return hasOwn ? violation(`${type}, with a parameter that is not declared`) : [];
}

/** `charset=utf-8` is allowed for every text in UTF-8. */
function hasUndeclaredParameter(type: string, declared: string): boolean {
  const known = new Set(['charset=utf-8', ...parametersOf(declared)]);
  return parametersOf(type).some((parameter) => !known.has(parameter));
}

function parametersOf(type: string): string[] {
  const [, ...parameters] = type.split(';');
  return parameters.map((parameter) => parameter.trim().toLowerCase());
}
