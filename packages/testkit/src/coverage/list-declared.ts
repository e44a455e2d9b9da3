import { listOperations } from '../wire/find-operation.js';
import { apiVersions } from '../wire/versions.js';
import type { DeclaredOperation } from './compare-coverage.js';

/** Lists every operation of both documents with the statuses it declares. */
export function listDeclared(): DeclaredOperation[] {
  return apiVersions.flatMap((version) =>
    listOperations(version).map(({ operationId, responses }) => ({
      version,
      operationId,
      statuses: Object.keys(responses).map(Number),
    })),
  );
}
