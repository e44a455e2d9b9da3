import { asObject, isSameJson, type JsonObject } from '@parley/validation';

/** Merges two flat schemas into one; `undefined` when no value matches both. */
export function mergeSchemas(a: JsonObject, b: JsonObject): JsonObject | undefined {
  if (Object.keys(a).length === 0) return b;
  if (Object.keys(b).length === 0) return a;
  const merged: JsonObject = { ...b, ...a };
  for (const [keyword, merge] of Object.entries(merges)) {
    if (a[keyword] !== undefined && b[keyword] !== undefined) merged[keyword] = merge(a[keyword], b[keyword]);
  }
  if (a.properties !== undefined || b.properties !== undefined) merged.properties = mergeProperties(a, b);
  const types = intersectTypes(a.type, b.type);
  const values = intersectValues(valuesOf(a), valuesOf(b));
  if (types?.length === 0 || values?.length === 0) return undefined;
  if (types) merged.type = types;
  delete merged.const;
  if (values) merged.enum = values;
  return merged;
}

type Merge = (a: unknown, b: unknown) => unknown;

const larger: Merge = (a, b) => Math.max(Number(a), Number(b));
const smaller: Merge = (a, b) => Math.min(Number(a), Number(b));
const both: Merge = (a, b) => ({ allOf: [a, b] });
const united: Merge = (a, b) => [...new Set([a, b].flat())];
const joined: Merge = (a, b) => ({ ...asObject(b), ...asObject(a) });

const merges: Readonly<Record<string, Merge>> = {
  minimum: larger,
  exclusiveMinimum: larger,
  minLength: larger,
  minItems: larger,
  minProperties: larger,
  maximum: smaller,
  exclusiveMaximum: smaller,
  maxLength: smaller,
  maxItems: smaller,
  maxProperties: smaller,
  required: united,
  examples: (a, b) => [a, b].flat(),
  items: both,
  additionalProperties: both,
  propertyNames: both,
  not: (a, b) => ({ anyOf: [a, b] }),
  uniqueItems: (a, b) => a === true || b === true,
  patternProperties: joined,
  dependentRequired: joined,
};

/** A property of one side is dropped if the other side neither declares nor allows it. */
function mergeProperties(a: JsonObject, b: JsonObject): JsonObject {
  const left = asObject(a.properties);
  const right = asObject(b.properties);
  const merged: JsonObject = {};
  for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const inLeft = Object.hasOwn(left, name);
    const inRight = Object.hasOwn(right, name);
    if (inLeft && inRight)
      merged[name] = isSameJson(left[name], right[name]) ? left[name] : { allOf: [left[name], right[name]] };
    else if (inLeft && b.additionalProperties !== false) merged[name] = left[name];
    else if (inRight && a.additionalProperties !== false) merged[name] = right[name];
  }
  return merged;
}

function intersectTypes(a: unknown, b: unknown): unknown[] | undefined {
  if (a === undefined || b === undefined) return undefined;
  const left = [a].flat();
  const right = [b].flat();
  const types = left.filter((type) => right.includes(type));
  const hasNumber = (list: readonly unknown[]) => list.includes('number');
  const hasInteger = (list: readonly unknown[]) => list.includes('integer');
  const isNarrowed = (hasNumber(left) && hasInteger(right)) || (hasInteger(left) && hasNumber(right));
  if (isNarrowed && !types.includes('integer') && !types.includes('number')) types.push('integer');
  return types;
}

function valuesOf(schema: JsonObject): readonly unknown[] | undefined {
  if (schema.const !== undefined) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

function intersectValues(
  a: readonly unknown[] | undefined,
  b: readonly unknown[] | undefined,
): readonly unknown[] | undefined {
  if (!a || !b) return a ?? b;
  return a.filter((value) => b.some((other) => isSameJson(value, other)));
}
