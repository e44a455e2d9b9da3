import { isObject } from '@parley/validation';
import fc, { type Arbitrary } from 'fast-check';
import type { KnownValues, Place } from './generation.js';

/**
 * Generates an example of the document, mostly unchanged and sometimes without optional parts, so that it can shrink.
 * Its identifiers are replaced by identifiers of the server.
 */
export function fromExample(example: unknown, known: KnownValues | undefined): Arbitrary<unknown> {
  return build(example, { depth: 0, name: undefined, parent: undefined }, known);
}

const absent = Symbol('absent');

function build(value: unknown, place: Place, known: KnownValues | undefined): Arbitrary<unknown> {
  if (Array.isArray(value)) {
    const items = value.map((item) => maybe(build(item, place, known)));
    return fc.tuple(...items).map((parts) => parts.filter((part) => part !== absent));
  }
  if (isObject(value)) {
    const fields = Object.entries(value).map(([name, inner]) => {
      const innerPlace = { depth: place.depth + 1, name, parent: place.name };
      return fc.tuple(fc.constant(name), maybe(build(inner, innerPlace, known)));
    });
    return fc
      .tuple(...fields)
      .map((entries) => Object.fromEntries(entries.filter(([, inner]) => inner !== absent)));
  }
  const source = typeof value === 'string' || typeof value === 'number' ? known?.(place) : undefined;
  return source ? fc.nat({ max: 1000 }).map((pick) => source(pick) ?? value) : fc.constant(value);
}

function maybe(arbitrary: Arbitrary<unknown>): Arbitrary<unknown> {
  const left = { arbitrary: fc.constant<unknown>(absent), weight: 1 };
  return fc.oneof({ withCrossShrink: true }, left, { arbitrary, weight: 14 });
}

/** Returns the complete example, with the newest identifiers of the server. */
export function wholeExample(example: unknown, known: KnownValues | undefined, place?: Place): unknown {
  const here = place ?? { depth: 0, name: undefined, parent: undefined };
  if (Array.isArray(example)) return example.map((item) => wholeExample(item, known, here));
  if (isObject(example)) {
    const entries = Object.entries(example).map(([name, inner]) => [
      name,
      wholeExample(inner, known, { depth: here.depth + 1, name, parent: here.name }),
    ]);
    return Object.fromEntries(entries);
  }
  const isScalar = typeof example === 'string' || typeof example === 'number';
  return (isScalar ? known?.(here)?.(0) : undefined) ?? example;
}
