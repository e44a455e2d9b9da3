import { asArray, asObject, type Document, follow, type JsonObject } from '@parley/validation';
import { documentOf } from './documents.js';
import type { ApiVersion } from './versions.js';

export interface FoundOperation {
  readonly document: Document;
  readonly operationId: string;
  readonly method: string;
  /** The path without the prefix of the version, with its parameters in braces. */
  readonly path: string;
  /** The declared responses by status. */
  readonly responses: JsonObject;
  /** Error keys that are declared but marked as never returned. */
  readonly impossibleErrors: readonly string[];
  /** The schemas of the request body by media type; empty when the operation has no body. */
  readonly requestContent: JsonObject;
}

const methods = ['get', 'put', 'post', 'delete', 'patch'];

export function findOperation(version: ApiVersion, operationId: string): FoundOperation {
  const operation = operationsOf(version).get(operationId);
  if (!operation) throw new Error(`The ${version} document has no operation ${operationId}.`);
  return operation;
}

export function listOperations(version: ApiVersion): FoundOperation[] {
  return [...operationsOf(version).values()];
}

/** Returns the media types of the request body; empty when the operation has no body. */
export function requestMediaTypes(version: ApiVersion, operationId: string): string[] {
  return Object.keys(findOperation(version, operationId).requestContent);
}

/** Returns the names of the fields of its JSON body. */
export function requestFields(version: ApiVersion, operationId: string): string[] {
  const { document, requestContent } = findOperation(version, operationId);
  const { schema } = asObject(requestContent['application/json']);
  return Object.keys(asObject(follow(document, schema).properties));
}

const known = new Map<ApiVersion, ReadonlyMap<string, FoundOperation>>();

function operationsOf(version: ApiVersion): ReadonlyMap<string, FoundOperation> {
  const operations = known.get(version) ?? readOperations(documentOf(version));
  known.set(version, operations);
  return operations;
}

function readOperations(document: Document): ReadonlyMap<string, FoundOperation> {
  const operations = Object.entries(asObject(document.root.paths)).flatMap(([path, item]) =>
    Object.entries(asObject(item))
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => readOperation(document, { method, path }, asObject(operation))),
  );
  return new Map(operations.map((operation) => [operation.operationId, operation]));
}

function readOperation(
  document: Document,
  place: { method: string; path: string },
  operation: JsonObject,
): FoundOperation {
  return {
    document,
    ...place,
    operationId: String(operation.operationId),
    responses: asObject(operation.responses),
    impossibleErrors: asArray(operation['x-impossible-errors']).map(String),
    requestContent: asObject(follow(document, operation.requestBody).content),
  };
}
