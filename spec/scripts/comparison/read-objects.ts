import { isObject, objectOf, stringsOf } from '../../rules/read-json.js';
import type { JsonObject } from '../../rules/redocly-plugin.js';
import { childPointer } from '../read-document.js';
import { evaluates } from './evaluates.js';
import { informing } from './read-core.js';
import { type Part, readParts, readPartsAt } from './read-parts.js';

/** The properties that an object can have, each with the parts of all its schemas. */
export function readProperties(parts: readonly Part[]): Map<string, Part[]> {
  const declared = readSchemaMap(parts, 'properties');
  return new Map([...declared].filter(([name]) => !parts.some((part) => refuses(part, name))));
}

/**
 * `additionalProperties: false` sees only the properties beside it, and `unevaluatedProperties: false` also those below it;
 * neither sees those of other parts of the same schema (JSON Schema 2020-12, 11.3).
 */
function refuses(part: Part, property: string): boolean {
  const { additionalProperties, properties, patternProperties, unevaluatedProperties } = part.value;
  const isClosed =
    additionalProperties === false && patternProperties === undefined && !(property in objectOf(properties));
  return isClosed || (unevaluatedProperties === false && !evaluates(part, property));
}

/** The schemas of a map such as `properties` or `patternProperties`, by their keys. */
export function readSchemaMap(parts: readonly Part[], keyword: string): Map<string, Part[]> {
  const schemas = new Map<string, Part[]>();
  for (const { document, pointer, value } of parts) {
    for (const [name, schema] of Object.entries(objectOf(value[keyword]))) {
      const found = readParts(document, schema, childPointer(pointer, keyword, name));
      schemas.set(name, [...(schemas.get(name) ?? []), ...found]);
    }
  }
  return schemas;
}

export function readRequired(parts: readonly Part[]): Set<string> {
  return new Set(parts.flatMap(({ value }) => stringsOf(value.required)));
}

/** The part that declares a property, or only requires it, for the name of its component and its pointer. */
export function findDeclaration(
  parts: readonly Part[],
  property: string,
): { owner?: string; pointer: string } {
  const part =
    parts.find(({ value }) => property in objectOf(value.properties)) ??
    parts.find(({ value }) => stringsOf(value.required).includes(property)) ??
    parts[0];
  const owner = /^#\/components\/schemas\/([^/]+)$/.exec(part?.pointer ?? '')?.[1];
  const pointer = childPointer(part?.pointer ?? '#', 'properties', property);
  return owner === undefined ? { pointer } : { owner, pointer };
}

/** What an object may contain beside its properties: nothing, anything, or values of a schema. */
export type Rest = 'nothing' | 'anything' | readonly Part[];

export function readRest(parts: readonly Part[]): Rest {
  if (
    parts.some(({ value }) => value.additionalProperties === false || value.unevaluatedProperties === false)
  )
    return 'nothing';
  const schemas = readPartsAt(parts, 'additionalProperties');
  return schemas.some(({ value }) => !isUnlimited(value)) ? schemas : 'anything';
}

/** Whether a schema says that an object has other properties, so that a typed client can read and write them. */
export function declaresRest(parts: readonly Part[]): boolean {
  return parts.some(
    ({ value: { additionalProperties: rest } }) => rest === true || (isObject(rest) && isUnlimited(rest)),
  );
}

function isUnlimited(schema: JsonObject): boolean {
  return Object.keys(schema).every((keyword) => informing.has(keyword));
}
