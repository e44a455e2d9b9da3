import { isObject, type JsonObject, resolve } from './document.js';
import { documentOf } from './documents.js';
import type { ApiVersion } from './versions.js';

export interface FoundOperation {
  readonly document: JsonObject;
  readonly method: string;
  /** Below the version, with its parameters in braces. */
  readonly path: string;
  /** What is declared, by status. */
  readonly responses: JsonObject;
  /** Error keys that are declared and, as the operation is marked, never returned. */
  readonly impossibleErrors: readonly string[];
}

const methods = ['get', 'put', 'post', 'delete', 'patch'];
const found = new Map<string, FoundOperation>();

export function findOperation(version: ApiVersion, operationId: string): FoundOperation {
  const key = `${version} ${operationId}`;
  const operation = found.get(key) ?? search(version, operationId);
  found.set(key, operation);
  return operation;
}

export function listOperations(version: ApiVersion): (FoundOperation & { operationId: string })[] {
  const document = documentOf(version);
  return Object.entries(resolve(document, document.paths)).flatMap(([path, item]) =>
    Object.entries(resolve(document, item))
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => read(document, { method, path }, operation)),
  );
}

/** In which a body may be sent; none when the operation takes no body. */
export function requestMediaTypes(version: ApiVersion, operationId: string): string[] {
  return Object.keys(requestContent(version, operationId));
}

/** The names of the fields of its JSON body. */
export function requestFields(version: ApiVersion, operationId: string): string[] {
  const { document } = findOperation(version, operationId);
  const { schema } = resolve(document, requestContent(version, operationId)['application/json']);
  return Object.keys(resolve(document, resolve(document, schema).properties));
}

function requestContent(version: ApiVersion, operationId: string): JsonObject {
  const { document, path, method } = findOperation(version, operationId);
  const item = resolve(document, resolve(document, document.paths)[path]);
  const { requestBody } = resolve(document, item[method]);
  return requestBody === undefined ? {} : resolve(document, resolve(document, requestBody).content);
}

function search(version: ApiVersion, operationId: string): FoundOperation {
  const operation = listOperations(version).find((candidate) => candidate.operationId === operationId);
  if (!operation) throw new Error(`The ${version} document has no operation ${operationId}.`);
  return operation;
}

function read(document: JsonObject, place: { method: string; path: string }, operation: unknown) {
  if (!isObject(operation) || typeof operation.operationId !== 'string') {
    throw new Error(`${place.method} ${place.path} has no operationId.`);
  }
  const responses = resolve(document, operation.responses);
  const marked = operation['x-impossible-errors'];
  const impossibleErrors = Array.isArray(marked) ? marked.map(String) : [];
  return { document, ...place, operationId: operation.operationId, responses, impossibleErrors };
}
