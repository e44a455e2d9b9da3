import type { Comparison } from './comparison.js';

/**
 * The values of an enumeration for which a comparison holds: in their declared order, and by a part of a value as of any
 * text. The column is then compared with those whole, which an index serves.
 */
export function valuesHolding(
  values: readonly string[],
  type: Exclude<Comparison<unknown>['type'], 'in'>,
  value: string,
): readonly string[] {
  const place = values.indexOf(value);
  const part = value.toLowerCase();
  const holds: Record<typeof type, (known: string, index: number) => boolean> = {
    gt: (_, index) => index > place,
    gte: (_, index) => index >= place,
    lt: (_, index) => index < place,
    lte: (_, index) => index <= place,
    contains: (known) => known.toLowerCase().includes(part),
    startsWith: (known) => known.toLowerCase().startsWith(part),
  };
  return values.filter(holds[type]);
}
