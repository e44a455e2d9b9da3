import { type FoundOperation, listOperations } from '../wire/find-operation.js';
import { readErrorKeys } from '../wire/read-error-keys.js';
import { apiVersions } from '../wire/versions.js';
import type { Explanation } from './compare-coverage.js';

/** A status needs no test where the contract marks every one of its errors as impossible. */
export const explanations: readonly Explanation[] = apiVersions.flatMap((version) =>
  listOperations(version).flatMap((operation) =>
    listImpossibleStatuses(operation).map(({ status, keys }) => ({
      version,
      operationId: operation.operationId,
      status,
      reason: `\`x-impossible-errors\` names ${keys.join(', ')}`,
    })),
  ),
);

function listImpossibleStatuses(operation: FoundOperation): { status: number; keys: string[] }[] {
  return Object.keys(operation.responses)
    .map((status) => ({ status: Number(status), keys: readErrorKeys(operation, Number(status)) }))
    .filter(({ keys }) => keys.length > 0 && keys.every((key) => operation.impossibleErrors.includes(key)));
}
