import { asArray, asObject, isObject, type JsonObject, own } from '@parley/validation';
import type { Operation } from '../document/operation.js';
import { expandSchema } from '../schema/expand-schema.js';

/** The path of the list of invalid fields in a refusal, as keys from the top of the body. */
export type ErrorListPath = readonly string[];

/** Finds the list of invalid fields in the declared refusals, by its name and its form. */
export function findErrorListPath(operations: readonly Operation[]): ErrorListPath | undefined {
  const refusals = operations.flatMap(({ responses }) =>
    responses.filter(({ status }) => /^(400|422|4XX)$/.test(status)),
  );
  const schemas = new Set(refusals.flatMap(({ media }) => media.map(({ schema }) => schema)));
  for (const schema of schemas) {
    if (!schema) continue;
    const path = search(schema, { definitions: asObject(schema.$defs), path: [] });
    if (path) return path;
  }
  return undefined;
}

/** Returns the fields that the body of a refusal names, each as path segments; `undefined` when it has no list. */
export function readNamedFields(body: unknown, path: ErrorListPath): string[][] | undefined {
  const list = path.reduce<unknown>((value, key) => own(asObject(value), key), body);
  if (Array.isArray(list)) return list.flatMap((item) => nameIn(item) ?? []);
  return isObject(list) ? Object.keys(list).map(splitName) : undefined;
}

const listNames =
  /^(invalid_?-?params|invalid_?-?fields|errors|field_?-?errors|violations|issues|details?|fields)$/i;
const fieldNames = [
  'field',
  'path',
  'param',
  'parameter',
  'property',
  'pointer',
  'loc',
  'location',
  'name',
  'source',
];

function search(
  schema: unknown,
  place: { definitions: JsonObject; path: ErrorListPath },
): ErrorListPath | undefined {
  const { definitions, path } = place;
  if (!isObject(schema) || path.length > 2) return undefined;
  for (const flat of expandSchema(schema, definitions)) {
    const properties = Object.entries(asObject(flat.properties));
    const list = properties.find(([name, inner]) => listNames.test(name) && isErrorList(inner, definitions));
    if (list) return [...path, list[0]];
    for (const [name, inner] of properties) {
      const found = search(inner, { definitions, path: [...path, name] });
      if (found) return found;
    }
  }
  return undefined;
}

/**
 * Whether the schema describes errors by field: an object whose keys are fields, or an array of objects that each name
 * a field.
 */
function isErrorList(schema: unknown, definitions: JsonObject): boolean {
  if (!isObject(schema)) return false;
  return expandSchema(schema, definitions).some((flat) => {
    if (isObject(flat.additionalProperties)) return flat.properties === undefined;
    if (!isObject(flat.items)) return false;
    return expandSchema(flat.items, definitions).some((item) =>
      fieldNames.some((name) => Object.hasOwn(asObject(item.properties), name)),
    );
  });
}

function nameIn(item: unknown): string[][] | undefined {
  const name = fieldNames.map((field) => asObject(item)[field]).find((value) => value !== undefined);
  if (typeof name === 'string') return [splitName(name)];
  if (Array.isArray(name)) return [asArray(name).map(String)];
  return isObject(name)
    ? Object.values(name)
        .filter((part) => typeof part === 'string')
        .map(splitName)
    : undefined;
}

/** `contacts.3.name`, `contacts[3].name`, `/contacts/3/name` and `#/contacts/3/name` are the same field. */
function splitName(name: string): string[] {
  return name
    .replace(/^#?\//, '')
    .split(/[./[\]]+/)
    .filter((part) => part !== '');
}
