import { simplify } from './read-place.js';

/** How a path that a consumer sends relates to the place of a change; undefined if they have nothing in common. */
export type Relation = 'same' | 'perhaps' | undefined;

/**
 * Compares a place with a path that is sent. In `body.steps[](wait).seconds`, the branch must be the same; a path without
 * the name of a branch can be in any branch.
 */
export function relate(place: string, sent: string): Relation {
  return simplify(place) === simplify(sent) ? relateBranches(place, sent) : undefined;
}

/** Compares the names of the branches on the way to a place with those on the way to what is sent. */
export function relateBranches(place: string, sent: string): Relation {
  const own = branchesOf(sent);
  let relation: Relation = 'same';
  for (const [at, branch] of branchesOf(place)) {
    const other = own.get(at);
    if (other === branch) continue;
    // Without a value that tells the branches apart, the comparison calls them by their schema.
    if (other !== undefined && !/^[A-Z]/.test(branch)) return undefined;
    const isBelow = withoutBranches(sent).startsWith(`${at}.`);
    if (isBelow) relation = 'perhaps';
  }
  return relation;
}

/** The names of the branches, by the path before them. */
function branchesOf(path: string): Map<string, string> {
  return new Map(
    [...path.matchAll(/\(([^)]*)\)/g)].map((match) => [
      withoutBranches(path.slice(0, match.index)),
      match[1] ?? '',
    ]),
  );
}

export function withoutBranches(path: string): string {
  return path.replaceAll(/\([^)]*\)/g, '');
}

/** Whether a path such as `body.steps.*` can contain the place. */
export function canContain(unknown: string, place: string): boolean {
  if (!unknown.endsWith('.*')) return false;
  const object = unknown.slice(0, -2);
  const [inside, outside] = [withoutBranches(place).replace(/\{.*$/, ''), withoutBranches(object)];
  const isInside = ['', '.', '['].some((next) =>
    next === '' ? inside === outside : inside.startsWith(`${outside}${next}`),
  );
  return isInside && relateBranches(place, object) !== undefined;
}
