import type { JsonObject, OpenApiDocument } from '@parley/contract/documents';
import { code } from '../markdown.js';
import { isObject, readObject } from '../read-node.js';

/** Describes the type of a schema with its bounds: "string or null, at most 255 characters". */
export function describeType(document: OpenApiDocument, schema: JsonObject): string {
  return [nameType(document, schema), ...listBounds(schema)].join(', ');
}

/** Lists the choices of `oneOf` and `anyOf` that are not `null`. */
export function listChoices(document: OpenApiDocument, schema: JsonObject): JsonObject[] {
  const { oneOf, anyOf } = schema;
  const choices = [oneOf, anyOf].flatMap((list) => (Array.isArray(list) ? list : []));
  return choices.map((choice) => readObject(document, choice)).filter(({ type }) => type !== 'null');
}

function nameType(document: OpenApiDocument, schema: JsonObject): string {
  const { type, oneOf, anyOf, items, const: constant, enum: values } = schema;
  if (constant !== undefined) return `always ${code(JSON.stringify(constant))}`;
  const known = Array.isArray(values) ? values : schema['x-extensible-enum'];
  if (Array.isArray(known)) {
    const names = known.map((value) => code(value === null ? 'null' : String(value)));
    return names.length === 1 ? `${names}` : `one of ${names.join(', ')}`;
  }
  if (isObject(items)) {
    const item = nameType(document, readObject(document, items));
    return addNull(type, item === 'object' ? 'list of objects' : `list of ${item}`);
  }
  const alternatives = [oneOf, anyOf].flatMap((list) => (Array.isArray(list) ? list : []));
  if (alternatives.length > 0) {
    const names = alternatives.map((one) => nameType(document, readObject(document, one)));
    return [...new Set(names)].join(' or ');
  }
  if (schema.format === 'date-time') return addNull(type, 'timestamp');
  if (Array.isArray(type)) return type.join(' or ');
  return typeof type === 'string' ? type : 'object';
}

function addNull(type: unknown, name: string): string {
  return Array.isArray(type) && type.includes('null') ? `${name} or null` : name;
}

const bounds: ReadonlyArray<readonly [key: string, describe: (value: number) => string]> = [
  ['minLength', (value) => (value > 1 ? `at least ${value} characters` : '')],
  ['maxLength', (value) => `at most ${value.toLocaleString('en')} characters`],
  ['minimum', (value) => `at least ${value}`],
  ['maximum', (value) => `at most ${value.toLocaleString('en')}`],
  ['minItems', (value) => (value > 1 ? `at least ${value} items` : '')],
  ['maxItems', (value) => `at most ${value.toLocaleString('en')} items`],
  [
    'maxProperties',
    (value) => (value === 1 ? 'exactly one key' : `at most ${value.toLocaleString('en')} keys`),
  ],
];

function listBounds(schema: JsonObject): string[] {
  const found = bounds.map(([key, describe]) =>
    typeof schema[key] === 'number' ? describe(schema[key]) : '',
  );
  const preset = schema.default === undefined ? '' : `default ${code(JSON.stringify(schema.default))}`;
  return [...found, preset].filter((text) => text !== '');
}
