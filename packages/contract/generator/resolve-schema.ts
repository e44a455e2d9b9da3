import type { Json, JsonObject, OpenApiDocument } from '../src/open-api-document.js';

/**
 * Returns a node of the document with the target in place of each reference, and without the keys of our own. A schema that
 * contains itself has no such form and is refused.
 */
export function resolveSchema(
  node: JsonObject,
  document: OpenApiDocument,
  followed: readonly string[] = [],
): JsonObject {
  const { $ref, ...rest } = node;
  if (typeof $ref !== 'string') return resolveEntries(node, document, followed);
  if (followed.includes($ref))
    throw new Error(`${$ref} contains itself, so it has no form without references.`);
  const target = resolveSchema(findTarget($ref, document), document, [...followed, $ref]);
  return { ...target, ...resolveEntries(rest, document, followed) };
}

/** The keys of these are names that the author chose. */
const maps = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);
/** These keywords contain values, which can look like a schema. */
const values = new Set(['const', 'default', 'enum', 'example', 'examples']);

function resolveEntries(
  node: JsonObject,
  document: OpenApiDocument,
  followed: readonly string[],
): JsonObject {
  const resolve = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(resolve);
    return isObject(value) ? resolveSchema(value, document, followed) : value;
  };
  const kept = Object.entries(node).filter(([key]) => !key.startsWith('x-') && key !== 'discriminator');
  return Object.fromEntries(
    kept.map(([key, value]) => {
      if (values.has(key)) return [key, value];
      if (!maps.has(key) || !isObject(value)) return [key, resolve(value)];
      return [key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolve(each)]))];
    }),
  );
}

function findTarget(reference: string, document: OpenApiDocument): JsonObject {
  const [, kind = '', name = ''] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(reference) ?? [];
  const target = document.components[kind]?.[name];
  if (!target) throw new Error(`${reference} does not exist.`);
  return target;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
