import { seedOf } from '../generate/seed-of.js';

/**
 * Things in an order that a number decides, in which each keeps its place before another whatever else is there: a
 * request that gets smaller keeps the mutation it has.
 */
export function orderBy<T>(things: readonly T[], pick: number, nameOf: (thing: T) => string): T[] {
  return things
    .map((thing) => ({ thing, rank: seedOf(pick, nameOf(thing)) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ thing }) => thing);
}

/** A place by its keys; the items of a list are all the same. */
export function namePath(path: readonly (string | number)[]): string {
  return path.map((part) => (typeof part === 'number' ? '*' : part)).join('.');
}
