import { asObject, type JsonObject } from '@parley/validation';
import { expandSchema } from '../schema/expand-schema.js';
import { formOf } from './media-types.js';
import type { BodyMedia, Operation, Parameter } from './operation.js';

/**
 * Marks the operations whose query may have no undeclared keys, which OpenAPI cannot express. If a document closes all
 * objects of its request bodies, its queries are assumed to be closed too. All request bodies of the document count.
 */
export function closeQueries(
  operations: readonly Operation[],
  bodies: readonly BodyMedia[],
): readonly Operation[] {
  const objects = bodies.filter(({ type, schema }) => formOf(type) === 'json' && isObjectSchema(schema));
  if (objects.length === 0 || !objects.every(({ schema }) => isClosed(schema))) return operations;
  return operations.map((operation) =>
    operation.parameters.some(takesAnyKey) ? operation : { ...operation, isQueryClosed: true },
  );
}

function isObjectSchema(schema: JsonObject): boolean {
  return expand(schema).some(({ type, properties }) => {
    return [type].flat().includes('object') || properties !== undefined;
  });
}

function isClosed(schema: JsonObject): boolean {
  return expand(schema).every(
    ({ additionalProperties, unevaluatedProperties }) =>
      additionalProperties === false || unevaluatedProperties === false,
  );
}

/** In some styles the keys of an object become keys of the query. */
function takesAnyKey({ in: place, style, explode, schema, mediaType }: Parameter): boolean {
  const isSpread = place === 'query' && style === 'form' && explode && mediaType === undefined;
  return isSpread && isObjectSchema(schema);
}

function expand(schema: JsonObject) {
  return expandSchema(schema, asObject(schema.$defs));
}
