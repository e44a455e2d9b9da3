import { type AcceptedChange, findAcceptance } from './accepted-changes.js';
import type { Comparison, JudgedChange, JudgedComparison } from './change.js';
import { findVersionProblem } from './find-version-problem.js';

export interface Judgement {
  readonly comparisons: readonly JudgedComparison[];
  /** Acceptances that match no breaking change. */
  readonly stale: readonly AcceptedChange[];
  /** What else must be corrected, such as a version whose number does not match its changes. */
  readonly problems: readonly string[];
  readonly passes: boolean;
}

/**
 * Judges comparisons with the last release, and with the commit that the branch started from. An acceptance of that commit
 * (`inherited`) may match nothing any more: it can have accepted a change of something that was never released. It does
 * not accept a break of this branch, which needs an entry with a reason of its own.
 */
export function judgeComparisons(
  comparisons: readonly Comparison[],
  accepted: readonly AcceptedChange[],
  inherited: readonly AcceptedChange[] = [],
): Judgement {
  const used = new Set<AcceptedChange>();
  const isInherited = (entry: AcceptedChange): boolean =>
    inherited.some((one) => isSame(one, entry) && one.reason === entry.reason);
  const added = accepted.filter((entry) => !isInherited(entry));
  const judged = comparisons.map((comparison) => ({
    ...comparison,
    changes: comparison.changes.map((change) => {
      const entries = comparison.since === undefined ? accepted : added;
      const acceptance =
        change.severity === 'breaking' ? findAcceptance(change, comparison.version, entries) : undefined;
      if (acceptance) used.add(acceptance);
      return { ...change, acceptedFor: acceptance?.reason };
    }),
  }));
  const stale = accepted.filter((entry) => !used.has(entry) && !inherited.some((one) => isSame(one, entry)));
  const problems = judged
    .filter(({ since }) => since === undefined)
    .flatMap((comparison) => findVersionProblem(comparison) ?? []);
  const passes = [...stale, ...problems, ...judged.flatMap(listBreaks)].length === 0;
  return { comparisons: judged, stale, problems, passes };
}

export function addProblems(judgement: Judgement, found: readonly string[]): Judgement {
  return {
    ...judgement,
    problems: [...judgement.problems, ...found],
    passes: judgement.passes && found.length === 0,
  };
}

function isSame(one: AcceptedChange, other: AcceptedChange): boolean {
  return one.version === other.version && one.change === other.change && one.what === other.what;
}

/** Lists the breaking changes of a version that are not accepted. */
export function listBreaks({ changes }: JudgedComparison): JudgedChange[] {
  return changes.filter(({ severity, acceptedFor }) => severity === 'breaking' && acceptedFor === undefined);
}
