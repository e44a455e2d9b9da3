import { asArray, isSameJson, toSchema } from '@parley/validation';
import fc, { type Arbitrary } from 'fast-check';
import type { FlatSchema } from '../schema/expand-schema.js';
import { deepest, type Generation, type Place } from './generation.js';

/** An array gets at most this number of items above its minimum. */
const mostExtra = 3;

export function arrayArbitrary(
  generation: Generation,
  flat: FlatSchema,
  place: Place,
): Arbitrary<unknown[]> | undefined {
  const min = Number(flat.minItems ?? 0);
  const max = Number(flat.maxItems ?? Number.POSITIVE_INFINITY);
  const inner = { ...place, depth: place.depth + 1 };
  const first = asArray(flat.prefixItems).map((schema) => generation.build(toSchema(schema), inner));
  const firstItems = first.filter((item) => item !== undefined).slice(0, max);
  if (firstItems.length < first.length && firstItems.length < min) return undefined;
  const contained = flat.contains === undefined ? [] : [generation.build(toSchema(flat.contains), inner)];
  const fixed = [...firstItems, ...contained.filter((item) => item !== undefined)];
  const rest = flat.items === false ? undefined : generation.build(toSchema(flat.items), inner);
  const least = Math.max(0, min - fixed.length);
  const most = Math.min(max - fixed.length, least + (place.depth >= deepest ? 0 : mostExtra));
  if (least > most || (!rest && least > 0)) return undefined;
  return fc
    .tuple(fc.tuple(...fixed), rest ? restOf(flat, rest, { least, most }) : fc.constant([]))
    .map(([start, end]) => [...start, ...end]);
}

function restOf(
  { uniqueItems }: FlatSchema,
  item: Arbitrary<unknown>,
  { least, most }: { least: number; most: number },
): Arbitrary<unknown[]> {
  const lengths = { minLength: least, maxLength: most };
  return uniqueItems === true
    ? fc.uniqueArray(item, { ...lengths, comparator: isSameJson })
    : fc.array(item, lengths);
}
