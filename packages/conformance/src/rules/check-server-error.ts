import type { Answer } from '../wire/answer.js';
import { excerpt } from './excerpt.js';
import type { Violation } from './violation.js';

/** Whatever the request was, the server should not fail. */
export function checkServerError(answer: Answer): Violation[] {
  if (answer.status < 500) return [];
  return [
    {
      rule: 'no-server-error',
      key: `no-server-error ${answer.status}`,
      expected: 'any status below 500',
      received: `${answer.status} ${excerpt(answer)}`,
    },
  ];
}
