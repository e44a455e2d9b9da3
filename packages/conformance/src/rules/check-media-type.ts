import { isWithin } from '../document/media-types.js';
import type { DeclaredAnswer, Operation } from '../document/operation.js';
import { type Answer, headerOf } from '../wire/answer.js';
import { excerpt } from './excerpt.js';
import type { Violation } from './violation.js';

export function checkMediaType({ method }: Operation, declared: DeclaredAnswer, answer: Answer): Violation[] {
  const types = declared.media.map(({ type }) => type);
  const type = headerOf(answer, 'content-type');
  const isEmpty = answer.body.length === 0;
  if (
    method === 'HEAD' ||
    answer.status === 304 ||
    (isEmpty && (types.length === 0 || answer.status === 204))
  )
    return [];
  const expected =
    types.length === 0 ? 'no body, since none is declared' : `a body of type ${types.join(' or ')}`;
  const violation = (received: string): Violation[] => [
    {
      rule: 'media-type-is-declared',
      key: `media-type-is-declared ${answer.status} ${isEmpty ? 'empty' : type}`,
      expected: `${expected} with status ${declared.status}`,
      received,
    },
  ];
  if (isEmpty) return violation(`no body with status ${answer.status}`);
  if (type === undefined) return violation(`a body without a media type: ${excerpt(answer)}`);
  return types.some((candidate) => isWithin(type, candidate)) ? [] : violation(`${type}: ${excerpt(answer)}`);
}
