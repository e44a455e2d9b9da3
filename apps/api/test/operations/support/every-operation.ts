import { type Operation, v2, v3 } from '@parley/contract/operations';
import { type ApiVersion, apiVersions, listOperations, requestMediaTypes } from '@parley/testkit';

/** An operation of one of the documents, with the properties that tests depend on. */
export interface AnyOperation extends Operation {
  readonly version: ApiVersion;
  /** The name in test titles. */
  readonly name: string;
  readonly pathParams: readonly string[];
  readonly takesBody: boolean;
  /** Whether the operation accepts a JSON body; false for a form. */
  readonly takesJson: boolean;
  readonly isRead: boolean;
}

const tables = { v3, v2 };

/** The operations are read from the documents, so that new ones are tested automatically. */
export const everyOperation: readonly AnyOperation[] = apiVersions.flatMap((version) => {
  const operations: Readonly<Record<string, Operation>> = tables[version].operations;
  return listOperations(version).map(({ operationId, path, method }) => {
    const operation = operations[operationId];
    if (!operation) throw new Error(`The table of ${version} has no ${operationId}.`);
    return {
      ...operation,
      version,
      name: `${version} ${operationId}`,
      pathParams: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
      takesBody: requestMediaTypes(version, operationId).length > 0,
      takesJson: requestMediaTypes(version, operationId).includes('application/json'),
      isRead: method === 'get' || operation.filterFields !== null,
    };
  });
});

/**
 * One operation of each kind. The parts that all operations share treat those of a kind alike, so these are enough for a
 * test of such a part; the long tests try every operation.
 */
export const typicalOperations: readonly AnyOperation[] = [
  ...new Map(everyOperation.toReversed().map((operation) => [kindOf(operation), operation])).values(),
].toReversed();

function kindOf({ version, idempotent, takesBody, ...operation }: AnyOperation): string {
  return [version, kindOfCall({ takesBody, ...operation }), takesBody, idempotent].join(' ');
}

function kindOfCall(operation: Omit<AnyOperation, 'version' | 'idempotent'>): string {
  const { method, path, filterFields, takesBody, takesJson, pathParams } = operation;
  if (filterFields !== null) return 'search';
  if (takesBody && !takesJson) return 'form';
  if (path.endsWith('/stream')) return 'stream';
  return method === 'post' && pathParams.length > 0 ? 'action' : method;
}
