import type { FieldMigration } from '@parley/contract/migration';
import { findValues, splitPath } from './field-path.js';

/** Finds the fields of a v2 response whose values in the v3 response differ from what the contract declares. */
export function findDifferences(
  fields: readonly FieldMigration[],
  legacy: unknown,
  current: unknown,
): string[] {
  return fields.flatMap((field) => {
    if (field.to === null) return [];
    const bound = Math.min(countLists(field.from), countLists(field.to));
    const [before, after] = [group(legacy, field.from, bound), group(current, field.to, bound)];
    const places = new Set([...before.keys(), ...after.keys()]);
    return [...places].flatMap((place) => {
      const [was, is] = [before.get(place) ?? [], after.get(place) ?? []];
      return agree(field, was, is)
        ? []
        : [`${field.from} ${place}: ${JSON.stringify(was)} and ${JSON.stringify(is)}`];
    });
  });
}

function countLists(path: string): number {
  return splitPath(path).filter((step) => step === '[]').length;
}

/** Groups the values by their indexes in the lists that both versions have. */
function group(response: unknown, path: string, bound: number): Map<string, unknown[]> {
  const groups = new Map<string, unknown[]>();
  for (const { value, places } of findValues(response, path)) {
    const place = places.slice(0, bound).join('.');
    groups.set(place, [...(groups.get(place) ?? []), value]);
  }
  return groups;
}

function agree({ values }: FieldMigration, before: readonly unknown[], after: readonly unknown[]): boolean {
  // One value may occur several times, such as the channel of each type that one type was split into.
  if (values === null) return JSON.stringify(before) === JSON.stringify([...new Set(after)]);
  const allowed = before.flatMap((value) => values[String(value)] ?? []);
  return after.length > 0 && after.every((value) => allowed.includes(String(value)));
}
