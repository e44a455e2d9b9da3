import { compareArrays } from './compare-arrays.js';
import { compareExclusion } from './compare-exclusion.js';
import { canGrow, compareGrowth } from './compare-growth.js';
import { compareLimits } from './compare-limits.js';
import { compareObjects } from './compare-objects.js';
import { compareUnjudged } from './compare-unjudged.js';
import { compareTypes, compareValues } from './compare-values.js';
import type { Comparing } from './comparing.js';
import { type Finding, hasBreak } from './finding.js';
import { pairAlternatives } from './pair-alternatives.js';
import type { Alternative, Alternatives } from './read-alternatives.js';

/** Compares the alternatives that two schemas allow in pairs, and reports those that were removed or added. */
export function compareAlternatives(
  before: Alternatives,
  after: Alternatives,
  comparing: Comparing,
): Finding[] {
  const source = before.list[0]?.parts[0]?.pointer ?? '#';
  const fits = (one: Alternative, other: Alternative): boolean =>
    !hasBreak(compareOne(one, other, comparing));
  const { pairs, removed, added } = pairAlternatives(before.list, after.list, {
    fits,
    isEqual: (one, other) => compareOne(one, other, comparing).length === 0,
  });
  const isChoice = before.list.length > 1 || after.list.length > 1;
  return [
    ...pairs.flatMap(([one, other]) => {
      const findings = compareOne(one, other, comparing);
      return isChoice && one.isNamed
        ? findings.map((finding) => ({ ...finding, path: `(${one.label})${finding.path}` }))
        : findings;
    }),
    ...compareGrowth(before, after, { comparing, source }),
    ...reportRemoved(removed, { after, fits, comparing, source }),
    ...reportAdded(added, { before, fits, comparing, source }),
    ...(comparing.direction === 'request' ? compareExclusion(after.list, pairs, source) : []),
  ];
}

function compareOne(before: Alternative, after: Alternative, comparing: Comparing): Finding[] {
  const { direction } = comparing;
  return [
    ...compareTypes(before, after, direction),
    ...compareValues(before, after, direction),
    ...compareLimits(before, after, direction),
    ...compareObjects(before, after, comparing),
    ...compareArrays(before, after, comparing),
    ...compareUnjudged(before, after, comparing.isUnchanged),
  ];
}

interface Unpaired {
  readonly fits: (one: Alternative, other: Alternative) => boolean;
  readonly comparing: Comparing;
  readonly source: string;
}

function reportRemoved(
  removed: readonly Alternative[],
  { after, fits, comparing: { direction }, source }: Unpaired & { readonly after: Alternatives },
): Finding[] {
  return removed.flatMap((one): Finding[] => {
    // Every value of a request that was accepted may be accepted by a wider alternative.
    if (direction === 'request' && after.list.some((other) => fits(one, other))) return [];
    const isBreak = direction === 'request' || one.isNamed;
    const sentence = `\`${one.label}\` is no longer one of the choices.`;
    const severity = isBreak ? 'breaking' : 'other';
    return [{ rule: 'choice-removed', severity, sentence, path: `(${one.label})`, source }];
  });
}

function reportAdded(
  added: readonly Alternative[],
  { before, fits, comparing: { direction }, source }: Unpaired & { readonly before: Alternatives },
): Finding[] {
  return added.flatMap((other): Finding[] => {
    if (direction === 'response' && before.list.some((one) => fits(one, other))) return [];
    const sentence = `\`${other.label}\` is a new choice.`;
    const isExpected = canGrow(other) && before.list.some(canGrow);
    const severity = direction === 'response' && !isExpected ? 'breaking' : 'addition';
    return [{ rule: 'choice-added', severity, sentence, path: `(${other.label})`, source }];
  });
}
