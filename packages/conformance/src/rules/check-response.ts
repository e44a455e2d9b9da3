import type { DeclaredResponse, Operation } from '../document/operation.js';
import { headerOf, type WireResponse } from '../wire/wire-response.js';
import { checkBody } from './check-body.js';
import { checkHeaders } from './check-headers.js';
import { checkMediaType } from './check-media-type.js';
import type { CheckOptions } from './check-options.js';
import { excerpt } from './excerpt.js';
import { findDeclared } from './find-declared.js';
import type { Violation } from './violation.js';

/** The parts of an operation that a response is compared with. */
export type DeclaredOperation = Pick<Operation, 'method' | 'responses'>;

/** Compares a response with what the document declares for the operation: its status, headers, media type and body. */
export function checkResponse(
  operation: DeclaredOperation,
  response: WireResponse,
  options: CheckOptions,
): Violation[] {
  const declared = findDeclared(operation.responses, response.status);
  if (!declared) return [undeclaredStatus(operation.responses, response)];
  return [
    ...checkHeaders(declared, response, options),
    ...checkMediaType(operation, { declared, response, options }),
    ...checkBody(operation, declared, response),
  ];
}

function undeclaredStatus(responses: readonly DeclaredResponse[], response: WireResponse): Violation {
  const type = headerOf(response, 'content-type') ?? 'no media type';
  return {
    rule: 'status-is-declared',
    key: `status-is-declared ${response.status}`,
    expected: `one of the declared statuses: ${responses.map(({ status }) => status).join(', ') || 'none is declared'}`,
    received: `${response.status} (${type}) ${excerpt(response)}`,
  };
}
