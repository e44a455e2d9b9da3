import { type Operation, v2, v3 } from '@parley/contract/operations';
import { type ApiVersion, apiVersions, listOperations, requestMediaTypes } from '@parley/testkit';

/** An operation of one of the documents, with what its tests ask about it. */
export interface AnyOperation extends Operation {
  readonly version: ApiVersion;
  /** For the names of tests. */
  readonly name: string;
  readonly pathParams: readonly string[];
  readonly takesBody: boolean;
  /** False for a form and for no body at all. */
  readonly takesJson: boolean;
  readonly isRead: boolean;
}

const tables = { v3, v2 };

/** Read from the documents, so that an operation which is added later is tested without anybody thinking of it. */
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
