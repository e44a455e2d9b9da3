import { v3Document } from '@parley/contract/documents';
import { listOf, resolve } from './component-values.js';

/** Returns the values of an enumeration in a field of the search results, in the order of the document. */
export function declaredValues(path: string, field: string): string[] {
  const response = v3Document.paths[path]?.post?.responses['200'];
  const items = at(response, ['content', 'application/json', 'schema', 'properties', 'data', 'items']);
  const kinds = listOf(resolve(items).oneOf);
  const property = (nested[field] ?? [field]).reduce(findProperty, items);
  const found = kinds.length > 0 ? listConstants(kinds, field) : findEnum(property);
  if (found === undefined) throw new Error(`${path} shows no enumeration in ${field}.`);
  return found.filter((value) => typeof value === 'string');
}

/** The fields whose value is a part of a property. */
const nested: Readonly<Record<string, readonly string[]>> = { originType: ['origin', 'type'] };

/** Each kind of item has its own value. */
function listConstants(kinds: readonly unknown[], field: string): readonly unknown[] {
  return kinds.map((kind) => resolve(findProperty(kind, field)).const);
}

function at(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce((place, step) => resolve(place)[step], value);
}

function findProperty(schema: unknown, field: string): unknown {
  const { properties, allOf, oneOf } = resolve(schema);
  const own = Object(properties)[field];
  if (own !== undefined) return own;
  return [...listOf(allOf), ...listOf(oneOf)]
    .map((part) => findProperty(part, field))
    .find((property) => property !== undefined);
}

function findEnum(schema: unknown): readonly unknown[] | undefined {
  const { enum: closed, 'x-extensible-enum': known, oneOf, anyOf, allOf } = resolve(schema);
  const values = closed ?? known;
  if (Array.isArray(values)) return values;
  return [oneOf, anyOf, allOf]
    .flatMap(listOf)
    .map(findEnum)
    .find((found) => found !== undefined);
}
