import type { JsonObject, OpenApiDocument, OpenApiOperation } from '@parley/contract/documents';
import { isObject, readObject } from './read-node.js';

/** One error of an operation. Errors that are declared but marked as impossible are left out. */
export interface Failure {
  readonly status: number;
  readonly messageKey: string;
  readonly message: string;
  /** The description of the status, which may apply to several keys. */
  readonly description: string;
}

export function readFailures(document: OpenApiDocument, operation: OpenApiOperation): Failure[] {
  return Object.entries(operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, response]) => readFailure(document, Number(status), readObject(document, response)))
    .filter(({ messageKey }) => !operation['x-impossible-errors']?.includes(messageKey));
}

function readFailure(document: OpenApiDocument, status: number, response: JsonObject): Failure[] {
  const body = readObject(document, readObject(document, response.content)['application/json']);
  const messages = readMessages(document, body);
  return readKeys(document, body.schema).map((messageKey) => ({
    status,
    messageKey,
    message: messages.get(messageKey) ?? '',
    description: String(response.description),
  }));
}

/** Returns the keys that the schema allows, in any part of its `allOf`. */
function readKeys(document: OpenApiDocument, schema: unknown): string[] {
  const { allOf, properties } = readObject(document, schema);
  const parts = Array.isArray(allOf) ? allOf.flatMap((part) => readKeys(document, part)) : [];
  if (!isObject(properties)) return parts;
  const { const: key, enum: keys } = readObject(document, properties.messageKey);
  const own = Array.isArray(keys) ? keys.map(String) : key === undefined ? [] : [String(key)];
  return [...parts, ...own, ...readKeys(document, properties.error)];
}

function readMessages(document: OpenApiDocument, body: JsonObject): Map<string, string> {
  const examples = Object.values(readObject(document, body.examples)).map((example) =>
    readObject(document, readObject(document, readObject(document, example).value).error),
  );
  return new Map(examples.map(({ messageKey, message }) => [String(messageKey), String(message)]));
}
