import { type JsonObject, v3Document } from '@parley/contract/documents';

/** Returns the values of an enumeration in a property of a component of v3, without null. */
export function componentValues(component: string, property: string): string[] {
  const values = findValues(propertiesOf({ $ref: `#/components/schemas/${component}` })[property]);
  if (values.length === 0) throw new Error(`${component}.${property} is no enumeration.`);
  return values;
}

function propertiesOf(schema: unknown): JsonObject {
  const { properties, allOf } = resolve(schema);
  return Object.assign({}, properties, ...listOf(allOf).map(propertiesOf));
}

function findValues(schema: unknown): string[] {
  const { enum: values, 'x-extensible-enum': known, oneOf, items } = resolve(schema);
  const own = [...listOf(values ?? known)].filter((value) => typeof value === 'string');
  return [...own, ...listOf(oneOf).flatMap(findValues), ...(items ? findValues(items) : [])];
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Follows references between components of v3. */
export function resolve(value: unknown): JsonObject {
  const { $ref } = Object(value);
  if (typeof $ref !== 'string') return Object(value);
  const [, , section = '', name = ''] = $ref.split('/');
  return resolve(v3Document.components[section]?.[name]);
}
