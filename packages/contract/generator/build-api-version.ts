import type { OpenApiDocument, OpenApiOperation } from '../src/open-api-document.js';
import type { ApiVersion, HttpMethod, Operation } from '../src/operation.js';
import { methods } from './methods.js';

/** Builds the operation table of a document; its lint has already checked the extension keys. */
export function buildApiVersion(version: string, document: OpenApiDocument): ApiVersion {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation ? [buildOperation({ method, path, operation, document })] : [];
    }),
  );
  return {
    version,
    basePath: readBasePath(document),
    deprecatedAt: document.info['x-deprecated-at'] ?? null,
    sunsetAt: document.info['x-sunset-at'] ?? null,
    operations: Object.fromEntries(operations.map((operation) => [operation.operationId, operation])),
  };
}

interface Place {
  readonly method: HttpMethod;
  readonly path: string;
  readonly operation: OpenApiOperation;
  readonly document: OpenApiDocument;
}

function buildOperation({ method, path, operation, document }: Place): Operation {
  return {
    operationId: operation.operationId,
    method,
    path,
    scopes: [
      ...new Set((operation.security ?? []).flatMap((requirement) => Object.values(requirement).flat())),
    ],
    planFeature: operation['x-plan-feature'] ?? null,
    bodyLimitBytes: operation['x-body-limit'] ?? document['x-body-limit'],
    idempotent: operation['x-idempotent'] ?? false,
    addsJobs: operation['x-adds-jobs'] ?? false,
    impossibleErrors: operation['x-impossible-errors'] ?? [],
    deprecated: operation.deprecated ?? false,
    extension: operation['x-extension'] ?? false,
    filterFields: operation['x-filter-fields'] ?? null,
    sortFields: listSortFields(operation),
    successor: readSuccessor(operation),
  };
}

function listSortFields({
  'x-filter-fields': fields,
  'x-filter-only': filterOnly = [],
}: OpenApiOperation): string[] | null {
  return fields ? Object.keys(fields).filter((field) => !filterOnly.includes(field)) : null;
}

function readSuccessor({ 'x-successor': successor = null }: OpenApiOperation): string | null {
  return typeof successor === 'string' ? successor : (successor?.operationId ?? null);
}

function readBasePath({ servers, info }: OpenApiDocument): string {
  const [server] = servers;
  if (!server) throw new Error(`${info.title} declares no server, so its base path is unknown.`);
  return new URL(server.url).pathname;
}
