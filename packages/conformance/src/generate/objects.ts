import { asArray, asObject, compilePattern, isObject, type JsonObject, toSchema } from '@parley/validation';
import fc, { type Arbitrary } from 'fast-check';
import type { FlatSchema } from '../schema/expand-schema.js';
import { plainName } from './any-json.js';
import { deepest, type Generation, type Place } from './generation.js';

export function objectArbitrary(
  generation: Generation,
  flat: FlatSchema,
  place: Place,
): Arbitrary<JsonObject> | undefined {
  const fields = buildFields(generation, flat, place);
  if (!fields) return undefined;
  const max = Number(flat.maxProperties ?? Number.POSITIVE_INFINITY);
  return fc
    .tuple(fc.record(fields.record), othersOf(generation, flat, { place, fields }))
    .map(([named, others]) => {
      const entries = Object.entries(named).filter(([, value]) => value !== absent);
      const required = entries.filter(([name]) => fields.required.has(name));
      const optional = [...entries.filter(([name]) => !fields.required.has(name)), ...others];
      return Object.fromEntries([...required, ...optional].slice(0, Math.max(max, required.length)));
    });
}

const absent = Symbol('absent');

interface Fields {
  readonly record: Record<string, Arbitrary<unknown>>;
  readonly required: ReadonlySet<string>;
}

function buildFields(generation: Generation, flat: FlatSchema, place: Place): Fields | undefined {
  const properties = asObject(flat.properties);
  const required = new Set(asArray(flat.required).map(String));
  const optional = Object.keys(properties).filter((name) => !required.has(name));
  const record: Record<string, Arbitrary<unknown>> = {};
  for (const name of required) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : (flat.additionalProperties ?? true);
    const arbitrary = generation.build(toSchema(schema), innerPlace(place, name));
    if (!arbitrary) return undefined;
    record[name] = arbitrary;
  }
  const weight = absenceWeight(generation, place, optional.length);
  for (const name of weight === undefined ? [] : optional) {
    const arbitrary = generation.build(toSchema(properties[name]), innerPlace(place, name));
    if (!arbitrary) continue;
    record[name] = fc.oneof(
      { withCrossShrink: true },
      { arbitrary: fc.constant(absent), weight: weight ?? 1 },
      { arbitrary, weight: 6 },
    );
  }
  return { record, required };
}

/** Wide and deep objects get fewer of their optional properties, because bodies would otherwise become too large. */
function absenceWeight({ presence }: Generation, { depth }: Place, optional: number): number | undefined {
  if (depth >= deepest) return undefined;
  const wanted = (presence === 'most' ? 12 : 5) / (1 + depth);
  const share = Math.min(presence === 'most' ? 0.9 : 0.6, wanted / Math.max(optional, 1));
  return Math.max(1, Math.round((6 * (1 - share)) / share));
}

function innerPlace(place: Place, name: string): Place {
  return { depth: place.depth + 1, name, parent: place.name };
}

/** Properties that the schema allows without declaring them. */
function othersOf(
  generation: Generation,
  flat: FlatSchema,
  { place, fields }: { place: Place; fields: Fields },
): Arbitrary<[string, unknown][]> {
  const minLength = Math.max(0, Number(flat.minProperties ?? 0) - fields.required.size);
  const pairs = [...patternPairs(generation, flat, place), ...additionalPairs(generation, flat, place)];
  const isFull = place.depth >= deepest && minLength === 0;
  if (pairs.length === 0 || isFull) return fc.constant([]);
  const known = asObject(flat.properties);
  return fc
    .uniqueArray(fc.oneof(...pairs), {
      minLength,
      maxLength: minLength + 2,
      selector: ([name]) => name,
    })
    .map((entries) => entries.filter(([name]) => !Object.hasOwn(known, name) && name !== '__proto__'));
}

function patternPairs(
  generation: Generation,
  flat: FlatSchema,
  place: Place,
): Arbitrary<[string, unknown]>[] {
  return Object.entries(asObject(flat.patternProperties)).flatMap(([pattern, schema]) => {
    const compiled = compilePattern(pattern);
    const value = generation.build(toSchema(schema), {
      ...place,
      depth: place.depth + 1,
      parent: place.name,
    });
    if (!compiled || !value) return [];
    try {
      return [fc.tuple(fc.stringMatching(compiled, { maxLength: 20 }), value)];
    } catch {
      return [];
    }
  });
}

function additionalPairs(
  generation: Generation,
  flat: FlatSchema,
  place: Place,
): Arbitrary<[string, unknown]>[] {
  const { additionalProperties, propertyNames, minProperties } = flat;
  // A schema without `additionalProperties` allows more properties, but a server may not expect any.
  if (additionalProperties === false || (additionalProperties === undefined && minProperties === undefined))
    return [];
  const inner = { ...place, depth: place.depth + 1 };
  const value = generation.build(toSchema(additionalProperties ?? true), inner);
  const names = isObject(propertyNames)
    ? generation.build({ type: 'string', ...propertyNames }, inner)
    : plainName;
  return value && names ? [fc.tuple(names.map(String), value)] : [];
}
