import { isObject } from '../document/json.js';

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
export const schemaKeywords = new Set([
  'items',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'propertyNames',
  'contains',
  'not',
  'if',
  'then',
  'else',
]);
export const schemaLists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
export const schemaMaps = new Set(['properties', 'patternProperties', 'dependentSchemas']);

/** Every other keyword that is kept, with the check of its own value. All further keywords are dropped. */
export const plainKeywords: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: isTypeName,
  enum: (value) => Array.isArray(value) && value.length > 0,
  const: () => true,
  // It allows every value; those who create values read which ones are known.
  'x-extensible-enum': Array.isArray,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: (value) => isNumber(value) && value > 0,
  minLength: isCount,
  maxLength: isCount,
  pattern: (value) => typeof value === 'string' && compilePattern(value) !== undefined,
  format: (value) => typeof value === 'string',
  minItems: isCount,
  maxItems: isCount,
  uniqueItems: (value) => typeof value === 'boolean',
  minContains: isCount,
  maxContains: isCount,
  minProperties: isCount,
  maxProperties: isCount,
  required: isNames,
  dependentRequired: (value) => isObject(value) && Object.values(value).every(isNames),
  contentMediaType: (value) => typeof value === 'string',
  contentEncoding: (value) => typeof value === 'string',
  examples: Array.isArray,
  default: () => true,
};

/** Documents have patterns of many dialects. A pattern that fails with the `u` flag may compile without it. */
export function compilePattern(pattern: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      // Try the next dialect.
    }
  }
  return undefined;
}

const typeNames = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

function isTypeName(value: unknown): boolean {
  const names = Array.isArray(value) ? value : [value];
  return names.length > 0 && names.every((name) => typeNames.has(name));
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}
