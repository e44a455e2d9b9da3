import { asArray, isObject, type JsonObject, type Schema } from '@parley/validation';
import { mergeSchemas } from './merge-schemas.js';

/** A schema without references, branches and conditions at its top level; inner schemas may have them. */
export type FlatSchema = JsonObject;

/** Nested unions multiply; this number of variants is enough. */
const mostAlternatives = 32;

/** Returns the variants of a valid value: every branch of a union, merged with the keywords that apply to all. */
export function expandSchema(schema: Schema, definitions: JsonObject): readonly FlatSchema[] {
  if (typeof schema === 'boolean') return schema ? [{}] : [];
  const known = expanded.get(schema);
  if (known) return known;
  const result = expand(schema, { definitions, open: new Set() });
  expanded.set(schema, result);
  return result;
}

const expanded = new WeakMap<JsonObject, readonly FlatSchema[]>();

interface Expansion {
  readonly definitions: JsonObject;
  /** The schemas that are being expanded; a schema that contains itself as a branch adds nothing. */
  readonly open: ReadonlySet<JsonObject>;
}

function expand(schema: unknown, expansion: Expansion): FlatSchema[] {
  if (schema === false) return [];
  if (!isObject(schema) || expansion.open.has(schema)) return [{}];
  const inner = { ...expansion, open: new Set([...expansion.open, schema]) };
  const { $ref, $defs, allOf, anyOf, oneOf, if: condition, then, else: otherwise, ...own } = schema;
  let result: FlatSchema[] = [own];
  if (typeof $ref === 'string') result = cross(result, expand(target($ref, expansion), inner));
  for (const part of asArray(allOf)) result = cross(result, expand(part, inner));
  for (const union of [anyOf, oneOf]) {
    if (!Array.isArray(union)) continue;
    result = cross(
      result,
      union.flatMap((branch) => expand(branch, inner)),
    );
  }
  if (condition === undefined) return result;
  const fulfilled = cross(expand(condition, inner), expand(then ?? true, inner));
  return cross(result, [...fulfilled, ...expand(otherwise ?? true, inner)]);
}

function target(reference: string, { definitions }: Expansion): unknown {
  return definitions[reference.slice('#/$defs/'.length)] ?? true;
}

function cross(left: readonly FlatSchema[], right: readonly FlatSchema[]): FlatSchema[] {
  const merged: FlatSchema[] = [];
  for (const a of left) {
    for (const b of right) {
      if (merged.length === mostAlternatives) return merged;
      const both = mergeSchemas(a, b);
      if (both) merged.push(both);
    }
  }
  return merged;
}
