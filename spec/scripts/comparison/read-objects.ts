import { objectOf, stringsOf } from '../../rules/read-json.js';
import { childPointer } from '../read-document.js';
import { type Part, readParts, readPartsAt } from './read-parts.js';

/** The properties of an object, each with the parts of all its schemas. */
export function readProperties(parts: readonly Part[]): Map<string, Part[]> {
  return readSchemaMap(parts, 'properties');
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
  return schemas.some(({ value }) => Object.keys(value).length > 0) ? schemas : 'anything';
}
