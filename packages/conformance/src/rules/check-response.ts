import type { DeclaredAnswer, Operation } from '../document/operation.js';
import { type Answer, headerOf } from '../wire/answer.js';
import { checkBody } from './check-body.js';
import { checkHeaders } from './check-headers.js';
import { checkMediaType } from './check-media-type.js';
import type { CheckOptions } from './check-options.js';
import { excerpt } from './excerpt.js';
import { findDeclared } from './find-declared.js';
import type { Violation } from './violation.js';

/** The parts of an operation that a response is compared with. */
export type DeclaredOperation = Pick<Operation, 'method' | 'answers'>;

/** Compares a response with what the document declares for the operation: its status, headers, media type and body. */
export function checkResponse(
  operation: DeclaredOperation,
  answer: Answer,
  options: CheckOptions,
): Violation[] {
  const declared = findDeclared(operation.answers, answer.status);
  if (!declared) return [undeclaredStatus(operation.answers, answer)];
  return [
    ...checkHeaders(declared, answer, options),
    ...checkMediaType(operation, { declared, answer, options }),
    ...checkBody(operation, declared, answer),
  ];
}

function undeclaredStatus(answers: readonly DeclaredAnswer[], answer: Answer): Violation {
  const type = headerOf(answer, 'content-type') ?? 'no media type';
  return {
    rule: 'status-is-declared',
    key: `status-is-declared ${answer.status}`,
    expected: `one of the declared statuses: ${answers.map(({ status }) => status).join(', ') || 'none is declared'}`,
    received: `${answer.status} (${type}) ${excerpt(answer)}`,
  };
}
