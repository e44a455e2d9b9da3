import { isObject, type JsonObject } from '@parley/validation';
import fc from 'fast-check';
import { arbitraryOf } from '../generate/arbitrary-of.js';
import { validatorOf } from '../schema/validator-of.js';

/** Generates valid bodies of an event. */
export function sampleEvents(schema: JsonObject, count: number, seed: number): JsonObject[] {
  const arbitrary = arbitraryOf(schema, { presence: 'most' });
  if (!arbitrary) return [];
  const { accepts } = validatorOf(schema);
  // A few of the generated values are not valid, because only the whole schema decides.
  const samples = fc.sample(arbitrary, { seed, numRuns: count * 3 });
  return samples.filter(isObject).filter(accepts).slice(0, count);
}
