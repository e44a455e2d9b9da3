import type { DeclaredAnswer, Operation } from '../document/operation.js';
import { type Answer, headerOf } from '../wire/answer.js';
import { checkBody } from './check-body.js';
import { checkHeaders } from './check-headers.js';
import { checkMediaType } from './check-media-type.js';
import type { CheckOptions } from './check-options.js';
import { excerpt } from './excerpt.js';
import type { Violation } from './violation.js';

/** Compares an answer with what the document declares for the operation. */
export function checkAnswer(operation: Operation, answer: Answer, options: CheckOptions): Violation[] {
  if (answer.status >= 500) return [serverError(answer)];
  const declared = findDeclared(operation.answers, answer.status);
  if (!declared) return [undeclaredStatus(operation, answer)];
  return [
    ...checkHeaders(declared, answer, options),
    ...checkMediaType(operation, declared, answer),
    ...checkBody(operation, declared, answer),
  ];
}

/** The exact status goes before its class, and that before `default`. */
export function findDeclared(answers: readonly DeclaredAnswer[], status: number): DeclaredAnswer | undefined {
  const names = [String(status), `${String(status)[0]}XX`, 'default'];
  return names
    .map((name) => answers.find((answer) => answer.status === name))
    .find((answer) => answer !== undefined);
}

function serverError(answer: Answer): Violation {
  return {
    rule: 'no-server-error',
    key: `no-server-error ${answer.status}`,
    expected: 'any status below 500',
    received: `${answer.status} ${excerpt(answer)}`,
  };
}

function undeclaredStatus({ answers }: Operation, answer: Answer): Violation {
  const type = headerOf(answer, 'content-type') ?? 'no media type';
  return {
    rule: 'status-is-declared',
    key: `status-is-declared ${answer.status}`,
    expected: `one of the declared statuses: ${answers.map(({ status }) => status).join(', ') || 'none is declared'}`,
    received: `${answer.status} (${type}) ${excerpt(answer)}`,
  };
}
