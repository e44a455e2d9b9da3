import { asArray, asObject, type JsonObject, type Schema } from '@parley/validation';
import fc, { type Arbitrary } from 'fast-check';
import { expandSchema, type FlatSchema } from '../schema/expand-schema.js';
import { isOfType, typesOf } from '../schema/types-of.js';
import { anyJson } from './any-json.js';
import { arrayArbitrary } from './arrays.js';
import type { Generation, KnownValues, Place } from './generation.js';
import { integerArbitrary, numberArbitrary } from './numbers.js';
import { objectArbitrary } from './objects.js';
import { stringArbitrary } from './strings.js';

export interface GenerationOptions {
  readonly presence?: 'some' | 'most';
  readonly known?: KnownValues | undefined;
  readonly name?: string;
  readonly parent?: string;
}

/**
 * Generates values of a converted schema. Nearly all of them are valid; the caller must check keywords that only the whole
 * schema decides, such as `not` and `oneOf` of overlapping branches. Returns `undefined` when it finds no finite value.
 */
export function arbitraryOf(
  schema: JsonObject,
  options: GenerationOptions = {},
): Arbitrary<unknown> | undefined {
  const built = new Map<string, Arbitrary<unknown> | undefined>();
  const numbers = new Map<Schema, number>();
  const generation: Generation = {
    definitions: asObject(schema.$defs),
    presence: options.presence ?? 'some',
    known: options.known,
    build(inner, place) {
      // Without this limit, an infinitely recursive schema would never be finished.
      if (place.depth > endless) return undefined;
      if (!numbers.has(inner)) numbers.set(inner, numbers.size);
      const key = [numbers.get(inner), place.depth, place.name, place.parent].join(' ');
      if (!built.has(key)) built.set(key, buildNode(generation, inner, place));
      return built.get(key);
    },
  };
  return generation.build(schema, { depth: 0, name: options.name, parent: options.parent });
}

const endless = 16;

function buildNode(generation: Generation, schema: Schema, place: Place): Arbitrary<unknown> | undefined {
  const arms = expandSchema(schema, generation.definitions)
    .map((flat) => buildFlat(generation, flat, place))
    .filter((arm) => arm !== undefined);
  if (arms.length === 0) return undefined;
  const arbitrary = arms.length === 1 ? arms[0] : fc.oneof(...arms);
  return arbitrary && preferKnown(generation, arbitrary, { schema, place });
}

function buildFlat(generation: Generation, flat: FlatSchema, place: Place): Arbitrary<unknown> | undefined {
  const types = typesOf(flat);
  const values = flat.const === undefined ? flat.enum : [flat.const];
  if (Array.isArray(values)) {
    const fitting = values.filter(
      (value) => types === undefined || types.some((type) => isOfType(type, value)),
    );
    return fitting.length > 0 ? fc.constantFrom(...fitting) : undefined;
  }
  if (types === undefined) return anyJson;
  const arms = types.flatMap((type) => {
    const arbitrary = buildType(generation, flat, { type, place });
    return arbitrary ? [{ arbitrary, weight: type === 'null' ? 1 : 4 }] : [];
  });
  return arms.length > 0 ? fc.oneof({ withCrossShrink: true }, ...arms) : undefined;
}

function buildType(
  generation: Generation,
  flat: FlatSchema,
  { type, place }: { type: string; place: Place },
): Arbitrary<unknown> | undefined {
  switch (type) {
    case 'string':
      return stringArbitrary(flat);
    case 'integer':
      return integerArbitrary(flat);
    case 'number':
      return numberArbitrary(flat);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return arrayArbitrary(generation, flat, place);
    case 'object':
      return objectArbitrary(generation, flat, place);
    default:
      return fc.constant(null);
  }
}

/** Identifiers mostly come from responses of the server; otherwise every request would get a 404. */
function preferKnown(
  generation: Generation,
  arbitrary: Arbitrary<unknown>,
  { schema, place }: { schema: Schema; place: Place },
): Arbitrary<unknown> {
  const isScalar = expandSchema(schema, generation.definitions).some((flat) => {
    const types = typesOf(flat) ?? [];
    return (types.includes('string') || types.includes('integer')) && asArray(flat.enum).length === 0;
  });
  const known = isScalar ? generation.known?.(place) : undefined;
  if (!known) return arbitrary;
  const types = expandSchema(schema, generation.definitions).flatMap((flat) => typesOf(flat) ?? []);
  const picked = fc
    .tuple(fc.nat({ max: 1000 }), arbitrary)
    .map(([pick, fallback]) => toTypes(known(pick), types) ?? fallback);
  return fc.oneof({ arbitrary: picked, weight: 7 }, { arbitrary, weight: 1 });
}

/** A server may return a number and expect it as text; a value that matches no type is not used. */
function toTypes(value: unknown, types: readonly string[]): unknown {
  if (types.some((type) => isOfType(type, value))) return value;
  return typeof value === 'number' && types.includes('string') ? String(value) : undefined;
}
