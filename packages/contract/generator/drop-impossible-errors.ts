import type { Json, JsonObject, OpenApiDocument, OpenApiOperation } from '../src/open-api-document.js';

/**
 * Removes the errors that `x-impossible-errors` names from the document, for typed clients. A response without any key left
 * is removed as well. The published document keeps them.
 */
export function dropImpossibleErrors(document: OpenApiDocument): OpenApiDocument {
  const paths = mapValues(document.paths, (item) => {
    const operations = methods.flatMap((method) => {
      const operation = item[method];
      return operation ? [[method, dropFromOperation(document, operation)] as const] : [];
    });
    return { ...item, ...Object.fromEntries(operations) };
  });
  return { ...document, paths };
}

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;

function dropFromOperation(document: OpenApiDocument, operation: OpenApiOperation): OpenApiOperation {
  const impossible = operation['x-impossible-errors'] ?? [];
  if (impossible.length === 0) return operation;
  const responses = Object.entries(operation.responses).flatMap(([status, response]) => {
    const narrowed = narrowResponse(document, response, impossible);
    return narrowed ? [[status, narrowed] as const] : [];
  });
  return { ...operation, responses: Object.fromEntries(responses) };
}

/** Returns the response without the impossible keys, or undefined when no key is left. */
function narrowResponse(
  document: OpenApiDocument,
  response: JsonObject,
  impossible: readonly string[],
): JsonObject | undefined {
  const declared = resolve(document, response);
  const keys = listKeys(declared);
  const possible = keys.filter((key) => !impossible.includes(key));
  if (possible.length === keys.length) return response;
  return possible.length === 0 ? undefined : replaceKeys(declared, possible);
}

/**
 * Error responses of the contract list their keys at `messageKey`, with `const` or `enum`, which a lint rule ensures.
 */
function listKeys(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(listKeys);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (name === 'examples' || name === 'description') return [];
    if (name !== 'messageKey' || !isObject(inner)) return listKeys(inner);
    const { const: key, enum: keys } = inner;
    return Array.isArray(keys) ? keys.map(String) : key === undefined ? [] : [String(key)];
  });
}

function replaceKeys<Value extends Json>(value: Value, keys: readonly string[]): Value;
function replaceKeys(value: Json, keys: readonly string[]): Json {
  if (Array.isArray(value)) return value.map((item) => replaceKeys(item, keys));
  if (!isObject(value)) return value;
  return mapValues(value, (inner, name) =>
    name === 'messageKey' && isObject(inner) && 'enum' in inner
      ? { ...inner, enum: keys }
      : replaceKeys(inner, keys),
  );
}

function resolve(document: OpenApiDocument, response: JsonObject): JsonObject {
  const name = typeof response.$ref === 'string' ? response.$ref.split('/').at(-1) : undefined;
  return name === undefined ? response : (document.components.responses?.[name] ?? {});
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}
