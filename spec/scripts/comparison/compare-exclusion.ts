import type { Finding } from './finding.js';
import { areDisjoint } from './is-disjoint.js';
import type { Pairs } from './pair-alternatives.js';
import type { Alternative } from './read-alternatives.js';

/** `oneOf` refuses a request that matches two branches, so two branches must not start to overlap. */
export function compareExclusion(
  after: readonly Alternative[],
  pairs: Pairs['pairs'],
  source: string,
): Finding[] {
  const partners = new Map(pairs.map(([one, other]) => [other, one]));
  const overlaps = after
    .flatMap((one, index) => after.slice(index + 1).map((other) => [one, other] as const))
    .filter(([one, other]) => areExclusive(one, other) && !areDisjoint(one, other))
    .map(([one, other]) => [partners.get(one), partners.get(other)] as const)
    // What two new branches have in common was not accepted before.
    .filter(([one, other]) => one !== undefined || other !== undefined)
    .filter(([one, other]) => !(one && other && areExclusive(one, other) && !areDisjoint(one, other)));
  if (overlaps.length === 0) return [];
  const wereFree = overlaps.every(([one, other]) => one && other && !areExclusive(one, other));
  const sentence = wereFree
    ? '`anyOf` became `oneOf`: a request that matches two of the choices is now refused.'
    : 'Choices of `oneOf` overlap now: a request that matches two of them is refused.';
  return [{ rule: 'choice-exclusive', severity: 'breaking', sentence, path: ' > oneOf', source }];
}

/** Whether the choice at which two alternatives part allows only one of them. */
function areExclusive(one: Alternative, other: Alternative): boolean {
  const parting = one.choices.find(({ branch }, index) => branch !== other.choices[index]?.branch);
  return parting?.keyword === 'oneOf';
}
