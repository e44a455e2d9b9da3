import { seedOf } from '../generate/seed-of.js';

/**
 * Orders items by a number. The order of two items does not depend on the others, so that a request keeps its mutation
 * while it shrinks.
 */
export function orderBy<T>(items: readonly T[], pick: number, nameOf: (item: T) => string): T[] {
  return items
    .map((item) => ({ item, rank: seedOf(pick, nameOf(item)) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

/** Returns the name of a site by its keys; all items of a list have the same name. */
export function namePath(path: readonly (string | number)[]): string {
  return path.map((part) => (typeof part === 'number' ? '*' : part)).join('.');
}
