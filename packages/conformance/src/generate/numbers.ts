import fc, { type Arbitrary } from 'fast-check';
import type { FlatSchema } from '../schema/expand-schema.js';

export function integerArbitrary(flat: FlatSchema): Arbitrary<number> | undefined {
  const range = boundsOf(flat);
  const step = Number(flat.multipleOf ?? 1);
  // Every integer is a multiple of 0.5, and every third integer is a multiple of 1.5.
  const stride = Number.isInteger(step) ? step : Number.isInteger(1 / step) ? 1 : step * 2;
  if (!Number.isInteger(stride)) return undefined;
  const min = Math.ceil(range.min / stride);
  const max = Math.floor(range.max / stride);
  if (min > max) return undefined;
  const small = { min: Math.max(min, -100), max: Math.min(max, 100) };
  const whole = fc.integer({ min, max });
  const values = small.min > small.max ? whole : fc.oneof(fc.integer(small), whole);
  return values.map((value) => value * stride);
}

export function numberArbitrary(flat: FlatSchema): Arbitrary<number> | undefined {
  const integers = integerArbitrary(flat);
  if (flat.multipleOf !== undefined) return integers ?? multiples(flat);
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = flat;
  const min = Math.max(Number(minimum ?? -1e9), Number(exclusiveMinimum ?? -1e9));
  const max = Math.min(Number(maximum ?? 1e9), Number(exclusiveMaximum ?? 1e9));
  if (min > max || (min === max && (exclusiveMinimum === min || exclusiveMaximum === max))) return integers;
  const doubles = fc.double({
    min,
    max,
    minExcluded: exclusiveMinimum === min,
    maxExcluded: exclusiveMaximum === max,
    noNaN: true,
    noDefaultInfinity: true,
  });
  return integers ? fc.oneof(integers, doubles) : doubles;
}

interface Bounds {
  readonly min: number;
  readonly max: number;
}

function boundsOf({ format, minimum, maximum, exclusiveMinimum, exclusiveMaximum }: FlatSchema): Bounds {
  const widest = format === 'int32' ? 2 ** 31 - 1 : Number.MAX_SAFE_INTEGER;
  const lowest = exclusiveMinimum === undefined ? -widest : Math.floor(Number(exclusiveMinimum)) + 1;
  const highest = exclusiveMaximum === undefined ? widest : Math.ceil(Number(exclusiveMaximum)) - 1;
  return {
    min: Math.max(lowest, Math.ceil(Number(minimum ?? -widest)), -widest),
    max: Math.min(highest, Math.floor(Number(maximum ?? widest)), widest),
  };
}

function multiples(flat: FlatSchema): Arbitrary<number> | undefined {
  const step = Number(flat.multipleOf);
  const { min, max } = boundsOf(flat);
  const range = { min: Math.ceil(Math.max(min, -1e6) / step), max: Math.floor(Math.min(max, 1e6) / step) };
  if (range.min > range.max) return undefined;
  return fc.integer(range).map((value) => Number((value * step).toPrecision(12)));
}
