import { describeError, describeErrors } from '@parley/validation';
import { formOf, isWithin } from '../document/media-types.js';
import type { DeclaredResponse, Operation, ResponseMedia } from '../document/operation.js';
import { messageOf } from '../errors/message-of.js';
import { validatorOf } from '../schema/validator-of.js';
import { headerOf, type WireResponse } from '../wire/wire-response.js';
import { excerpt } from './excerpt.js';
import type { Violation } from './violation.js';

/** Validates JSON. Of other bodies only the media type is checked. */
export function checkBody(
  { method }: Pick<Operation, 'method'>,
  declared: DeclaredResponse,
  response: WireResponse,
): Violation[] {
  const type = headerOf(response, 'content-type');
  if (method === 'HEAD' || response.body.length === 0 || type === undefined || formOf(type) !== 'json')
    return [];
  const media = findMedia(declared, type);
  if (!media) return [];
  const read = readJson(response);
  if ('error' in read)
    return [violation(response, 'not JSON', { expected: 'JSON in UTF-8', error: read.error })];
  // A schema for a range of media types does not describe this one.
  if (!media.schema || media.type.includes('*')) return [];
  const errors = validatorOf(media.schema).findErrors(read.json);
  const [first] = errors;
  if (first === undefined) return [];
  const expected = `a body that is valid against the schema of status ${declared.status}`;
  const key = withoutIndexes(describeError(first));
  return [violation(response, key, { expected, error: describeErrors(errors) })];
}

/** Returns the JSON of a response; `undefined` when it has none. */
export function jsonOf(response: WireResponse): unknown {
  const type = headerOf(response, 'content-type');
  if (type === undefined || formOf(type) !== 'json') return undefined;
  const read = readJson(response);
  return 'json' in read ? read.json : undefined;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function readJson({ body }: WireResponse): { json: unknown } | { error: string } {
  try {
    return { json: JSON.parse(decoder.decode(body)) };
  } catch (error) {
    return { error: messageOf(error) };
  }
}

/** The exact media type is preferred to a range that contains it. */
function findMedia({ media }: DeclaredResponse, type: string): ResponseMedia | undefined {
  const fitting = media.filter((candidate) => isWithin(type, candidate.type));
  return fitting.find((candidate) => !candidate.type.includes('*')) ?? fitting[0];
}

function violation(
  response: WireResponse,
  key: string,
  { expected, error }: { expected: string; error: string },
): Violation {
  return {
    rule: 'body-is-declared',
    key: `body-is-declared ${response.status} ${key}`,
    expected,
    received: `${response.status}, in which ${error}: ${excerpt(response)}`,
  };
}

function withoutIndexes(error: string): string {
  return error.replace(/\/\d+(?=[/ ])/g, '/*').replace(/\("[^"]*"\)$/, '');
}
