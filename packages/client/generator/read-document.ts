import type { JsonObject, OpenApiDocument, OpenApiOperation } from '@parley/contract/documents';
import type { ApiVersion, Operation } from '@parley/contract/operations';

/** Returns what the document says about an operation of the table. */
export function findOperation(
  document: OpenApiDocument,
  { method, path, operationId }: Pick<Operation, 'method' | 'path' | 'operationId'>,
): OpenApiOperation {
  const operation = document.paths[path]?.[method];
  if (!operation) throw new Error(`The document has no ${operationId}, which the operation table lists.`);
  return operation;
}

/** Returns the operations that a call returns the result of. A stream has a function of its own. */
export function listCalls({ operations }: ApiVersion, document: OpenApiDocument): Operation[] {
  return Object.values(operations).filter((operation) => {
    const { responses } = findOperation(document, operation);
    return !('text/event-stream' in asObject(responses['200']?.content));
  });
}

/** Returns the schema of a JSON body; an empty schema when there is none. */
export function jsonSchema(body: JsonObject | undefined): JsonObject {
  return asObject(asObject(asObject(body?.content)['application/json']).schema);
}

/** Follows a reference of a schema to the component and its name. */
export function resolveSchema(
  document: OpenApiDocument,
  schema: JsonObject,
): { readonly name: string | undefined; readonly schema: JsonObject } {
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
  return { name, schema: name === undefined ? schema : asObject(document.components.schemas?.[name]) };
}

export function asObject(value: unknown): JsonObject {
  // Documents are JSON, so a value of type object that is not a list is a JSON object.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
