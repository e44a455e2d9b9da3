import type { DomainError } from '@parley/core';
import { errorTable } from './error-table.js';
import { type FailureBody, HttpError } from './http-error.js';

/** Returns the body of a response to a request that failed. */
export function describeFailure(failure: DomainError | HttpError): FailureBody {
  return {
    success: false,
    error: {
      messageKey: failure.code,
      message: (failure instanceof HttpError && failure.publicMessage) || errorTable[failure.code].message,
      ...failure.details,
    },
  };
}
