import { isObject, type JsonObject, resolveReference } from './document.js';

/**
 * The schema of an answer in which nothing undeclared may appear: every object schema that does not say otherwise
 * refuses unknown keys. Branches of an `allOf` stay open, since each would refuse the keys of the others; the
 * schema that joins them is closed instead.
 */
export function closeSchema(document: JsonObject, schema: JsonObject): JsonObject {
  const definitions: JsonObject = {};
  return { ...convert({ document, definitions }, schema, true), $defs: definitions };
}

interface Conversion {
  readonly document: JsonObject;
  /** Referenced schemas by name and openness; filled as they are met, so that a recursive one ends. */
  readonly definitions: JsonObject;
}

function convert(conversion: Conversion, schema: unknown, closed: boolean): JsonObject {
  if (!isObject(schema)) return {};
  const { $ref, ...own } = schema;
  if (typeof $ref === 'string')
    return { ...convert(conversion, own, false), ...define(conversion, $ref, closed) };
  const joins = own.allOf !== undefined || own.properties !== undefined;
  const converted: JsonObject = {};
  for (const [keyword, value] of Object.entries(own)) {
    if (keyword.startsWith('x-') || annotations.has(keyword)) continue;
    converted[keyword] = convertKeyword(conversion, keyword, value, closed && !joins);
  }
  if (closed && describesObject(own) && !saysOtherwise(own)) converted.unevaluatedProperties = false;
  return converted;
}

/** Keywords that check nothing, and may hold anything. */
const annotations = new Set([
  'title',
  'description',
  'examples',
  'example',
  'default',
  'discriminator',
  'deprecated',
]);

const branches = new Set(['allOf', 'anyOf', 'oneOf']);
const schemaMaps = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);
const schemas = new Set(['items', 'additionalProperties', 'propertyNames', 'contains', 'not']);

function convertKeyword(conversion: Conversion, keyword: string, value: unknown, closed: boolean): unknown {
  if (branches.has(keyword) && Array.isArray(value)) {
    return value.map((branch) => convert(conversion, branch, closed && keyword !== 'allOf'));
  }
  if (schemaMaps.has(keyword) && isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, convert(conversion, inner, true)]),
    );
  }
  if (schemas.has(keyword) && isObject(value)) return convert(conversion, value, keyword !== 'not');
  return value;
}

function define(conversion: Conversion, reference: string, closed: boolean): JsonObject {
  const name = `${closed ? 'closed' : 'open'}:${reference.split('/').slice(1).join('.')}`;
  if (!(name in conversion.definitions)) {
    conversion.definitions[name] = {};
    const target = resolveReference(conversion.document, reference);
    conversion.definitions[name] = convert(conversion, target, closed);
  }
  return { $ref: `#/$defs/${encodeURIComponent(name)}` };
}

function describesObject(schema: JsonObject): boolean {
  const types = [schema.type].flat();
  return types.includes('object') || schema.properties !== undefined || schema.allOf !== undefined;
}

function saysOtherwise(schema: JsonObject): boolean {
  return schema.additionalProperties !== undefined || schema.unevaluatedProperties !== undefined;
}
