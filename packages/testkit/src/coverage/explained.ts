import { type Operation, v2, v3 } from '@parley/contract/operations';
import { isObject, resolve } from '../wire/document.js';
import { type FoundOperation, listOperations } from '../wire/find-operation.js';
import { type ApiVersion, apiVersions } from '../wire/versions.js';
import type { Explanation } from './compare-coverage.js';

/** Why an operation cannot give a status that it declares, said for all operations that are alike. */
interface Rule {
  readonly status: number;
  readonly reason: string;
  readonly holdsFor: (operation: Declared) => boolean;
}

type Declared = FoundOperation & Pick<Operation, 'planFeature'> & { readonly version: ApiVersion };

/** The specification lists seven errors for every operation, so that each document declares more than can happen. */
const rules: readonly Rule[] = [
  {
    status: 400,
    reason: 'it takes no body, and v2 ignores query parameters that it does not know',
    holdsFor: (operation) => operation.version === 'v2' && bodyOf(operation) === undefined,
  },
  {
    status: 402,
    reason: 'it has no plan feature, so no plan lacks it',
    holdsFor: ({ planFeature }) => planFeature === null,
  },
  {
    status: 404,
    reason: 'a deletion succeeds and says which ids it found',
    holdsFor: ({ method }) => method === 'delete',
  },
  {
    status: 404,
    reason: 'only the contact can be missing, and it names none',
    holdsFor: (operation) =>
      operation.method !== 'delete' && !namesContact(operation) && onlyMissesContact(operation),
  },
];

export const explanations: readonly Explanation[] = listAll().flatMap((operation) =>
  rules
    .filter(({ status, holdsFor }) => status in operation.responses && holdsFor(operation))
    .map(({ status, reason }) => ({
      version: operation.version,
      operationId: operation.operationId,
      status,
      reason,
    })),
);

function listAll(): (Declared & { operationId: string })[] {
  const tables = { v3, v2 };
  return apiVersions.flatMap((version) => {
    const operations: Readonly<Record<string, Operation>> = tables[version].operations;
    return listOperations(version).map((found) => ({
      ...found,
      version,
      planFeature: operations[found.operationId]?.planFeature ?? null,
    }));
  });
}

function bodyOf({ document, path, method }: FoundOperation): unknown {
  const item = resolve(document, resolve(document, document.paths)[path]);
  return resolve(document, item[method]).requestBody;
}

function namesContact(operation: FoundOperation): boolean {
  const { document, path } = operation;
  const body = bodyOf(operation);
  if (path.includes('{contactId}')) return true;
  if (body === undefined) return false;
  const { content } = resolve(document, body);
  const media = isObject(content) ? content['application/json'] : undefined;
  return isObject(media) && JSON.stringify(resolve(document, media.schema)).includes('"contactId"');
}

function onlyMissesContact({ responses }: FoundOperation): boolean {
  const declared = responses[404];
  return isObject(declared) && declared.$ref === '#/components/responses/ContactNotFound';
}
