import { type AcceptedChange, findAcceptance } from './accepted-changes.js';
import type { Change, Comparison } from './change.js';

export interface JudgedChange extends Change {
  /** Why a breaking change is meant; undefined when nobody accepted it. */
  readonly acceptedFor: string | undefined;
}

export interface JudgedComparison extends Comparison {
  readonly changes: readonly JudgedChange[];
}

export interface Judgement {
  readonly comparisons: readonly JudgedComparison[];
  /** Acceptances that match no breaking change. */
  readonly stale: readonly AcceptedChange[];
  readonly passes: boolean;
}

export function judgeComparisons(
  comparisons: readonly Comparison[],
  accepted: readonly AcceptedChange[],
): Judgement {
  const used = new Set<AcceptedChange>();
  const judged = comparisons.map((comparison) => ({
    ...comparison,
    changes: comparison.changes.map((change) => {
      const acceptance =
        change.severity === 'breaking' ? findAcceptance(change, comparison.version, accepted) : undefined;
      if (acceptance) used.add(acceptance);
      return { ...change, acceptedFor: acceptance?.reason };
    }),
  }));
  const stale = accepted.filter((entry) => !used.has(entry));
  return {
    comparisons: judged,
    stale,
    passes: stale.length === 0 && judged.flatMap(listBreaks).length === 0,
  };
}

/** The breaking changes of a version that nobody accepted. */
export function listBreaks({ changes }: JudgedComparison): JudgedChange[] {
  return changes.filter(({ severity, acceptedFor }) => severity === 'breaking' && acceptedFor === undefined);
}
