import type { components } from '@parley/contract/v3';
import type { InvalidParams, UpsertResult } from '@parley/core';

export function presentContactUpsert(
  result: UpsertResult,
  index: number,
): components['schemas']['ContactUpsertResult'] {
  return result.status === 'failed'
    ? { index, status: result.status, id: null, error: presentErrors(result.invalidParams) }
    : { index, status: result.status, id: result.id, error: null };
}

/** Presents the errors of one item in the form of the errors of a whole request. */
function presentErrors(invalidParams: InvalidParams): components['schemas']['Error'] {
  return { messageKey: 'invalid_body_params', message: 'Invalid body params', invalidParams };
}
