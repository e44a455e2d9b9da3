import type { Alternative } from './read-alternatives.js';

export interface Pairs {
  readonly pairs: ReadonlyArray<readonly [before: Alternative, after: Alternative]>;
  readonly removed: readonly Alternative[];
  readonly added: readonly Alternative[];
}

export interface Matching {
  readonly fits: (one: Alternative, other: Alternative) => boolean;
  readonly isEqual: (one: Alternative, other: Alternative) => boolean;
}

/**
 * Pairs the alternatives of two schemas: those with a name by their label, the others by content before their label, which
 * is only their type. If one alternative is left on each side, they are a pair that has changed.
 */
export function pairAlternatives(
  before: readonly Alternative[],
  after: readonly Alternative[],
  { fits, isEqual }: Matching,
): Pairs {
  const pairs: Array<readonly [Alternative, Alternative]> = [];
  const removed = new Set(before);
  const added = new Set(after);
  const pairWhere = (matches: (one: Alternative, other: Alternative) => boolean): void => {
    for (const one of removed) {
      const other = [...added].find((candidate) => matches(one, candidate));
      if (other === undefined) continue;
      pairs.push([one, other]);
      removed.delete(one);
      added.delete(other);
    }
  };
  const isNamesake = (one: Alternative, other: Alternative): boolean =>
    one.label === other.label && haveCommonType(one, other);
  pairWhere((one, other) => one.isNamed && isNamesake(one, other));
  if (removed.size > 1 || added.size > 1) {
    pairWhere(isEqual);
    pairWhere((one, other) => isNamesake(one, other) && fits(one, other));
  }
  pairWhere(isNamesake);
  pairWhere(fits);
  if (removed.size === 1 && added.size === 1)
    pairWhere((one, other) => before.length === 1 || haveCommonType(one, other));
  return { pairs, removed: [...removed], added: [...added] };
}

function haveCommonType(one: Alternative, other: Alternative): boolean {
  return [...one.types].some((type) => other.types.has(type));
}
