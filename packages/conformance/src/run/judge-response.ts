import type { Operation } from '../document/operation.js';
import { checkResponse } from '../rules/check-response.js';
import { checkServerError } from '../rules/check-server-error.js';
import type { Violation } from '../rules/violation.js';
import type { WireResponse } from '../wire/wire-response.js';
import type { Run } from './run.js';

/** Returns the violations of a response. A 5xx has only one: the server failed. */
export function judgeResponse({ settings }: Run, operation: Operation, response: WireResponse): Violation[] {
  const failure = checkServerError(response);
  return failure.length > 0 ? failure : checkResponse(operation, response, { strict: settings.strict });
}
