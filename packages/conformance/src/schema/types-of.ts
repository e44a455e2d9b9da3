import type { FlatSchema } from './expand-schema.js';

/** Returns the types that a schema allows, by `type` or by its other keywords; `undefined` when any type is allowed. */
export function typesOf(flat: FlatSchema): readonly string[] | undefined {
  if (flat.type !== undefined) return [flat.type].flat().map(String);
  const implied = Object.entries(implications)
    .filter(([, keywords]) => keywords.some((keyword) => flat[keyword] !== undefined))
    .map(([type]) => type);
  return implied.length > 0 ? implied : undefined;
}

export function isOfType(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

const implications: Readonly<Record<string, readonly string[]>> = {
  object: [
    'properties',
    'required',
    'additionalProperties',
    'patternProperties',
    'minProperties',
    'maxProperties',
  ],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'contains', 'uniqueItems'],
  string: ['pattern', 'minLength', 'maxLength', 'format', 'contentMediaType', 'contentEncoding'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
};
