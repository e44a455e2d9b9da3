import { describeError, describeErrors } from '@parley/validation';
import { formOf, isWithin } from '../document/media-types.js';
import type { AnswerMedia, DeclaredAnswer, Operation } from '../document/operation.js';
import { messageOf } from '../errors/message-of.js';
import { validatorOf } from '../schema/validator-of.js';
import { type Answer, headerOf } from '../wire/answer.js';
import { excerpt } from './excerpt.js';
import type { Violation } from './violation.js';

/** JSON is read and validated; other bodies only have their media type to be judged by. */
export function checkBody(
  { method }: Pick<Operation, 'method'>,
  declared: DeclaredAnswer,
  answer: Answer,
): Violation[] {
  const type = headerOf(answer, 'content-type');
  if (method === 'HEAD' || answer.body.length === 0 || type === undefined || formOf(type) !== 'json')
    return [];
  const media = findMedia(declared, type);
  if (!media) return [];
  const read = readJson(answer);
  if ('fault' in read)
    return [violation(answer, 'not JSON', { expected: 'JSON in UTF-8', fault: read.fault })];
  // A range of types says nothing of what is in a body of this one.
  if (!media.schema || media.type.includes('*')) return [];
  const errors = validatorOf(media.schema).findErrors(read.json);
  const [first] = errors;
  if (first === undefined) return [];
  const expected = `a body that is valid against the schema of status ${declared.status}`;
  const key = withoutIndexes(describeError(first));
  return [violation(answer, key, { expected, fault: describeErrors(errors) })];
}

/** The JSON of an answer; `undefined` when it has none. */
export function jsonOf(answer: Answer): unknown {
  const type = headerOf(answer, 'content-type');
  if (type === undefined || formOf(type) !== 'json') return undefined;
  const read = readJson(answer);
  return 'json' in read ? read.json : undefined;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function readJson({ body }: Answer): { json: unknown } | { fault: string } {
  try {
    return { json: JSON.parse(decoder.decode(body)) };
  } catch (error) {
    return { fault: messageOf(error) };
  }
}

/** The type itself goes before a range that it is in. */
function findMedia({ media }: DeclaredAnswer, type: string): AnswerMedia | undefined {
  const fitting = media.filter((candidate) => isWithin(type, candidate.type));
  return fitting.find((candidate) => !candidate.type.includes('*')) ?? fitting[0];
}

function violation(
  answer: Answer,
  key: string,
  { expected, fault }: { expected: string; fault: string },
): Violation {
  return {
    rule: 'body-is-declared',
    key: `body-is-declared ${answer.status} ${key}`,
    expected,
    received: `${answer.status}, in which ${fault}: ${excerpt(answer)}`,
  };
}

function withoutIndexes(fault: string): string {
  return fault.replace(/\/\d+(?=[/ ])/g, '/*').replace(/\("[^"]*"\)$/, '');
}
