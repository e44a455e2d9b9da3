import type { Exchange, ExchangeViolation } from '@parley/conformance/jest';
import { findOperation } from './find-operation.js';
import type { ApiVersion } from './versions.js';

/** Reports a response with an error that its operation declares but marks as never returned. */
export function findImpossibleErrors(
  version: ApiVersion,
  { operationId, response: { status, body } }: Exchange,
): ExchangeViolation[] {
  const { impossibleErrors } = findOperation(version, operationId);
  if (status < 400 || impossibleErrors.length === 0) return [];
  const text = String(body);
  return impossibleErrors
    .filter((key) => text.includes(`"messageKey":"${key}"`))
    .map((key) => ({
      rule: 'error-is-possible',
      expected: 'no error that `x-impossible-errors` names',
      received: `\`${key}\``,
    }));
}
