import type { Judgement } from '../judge-comparisons.js';
import type { Knowledge } from './consumer.js';
import { describeAffected } from './describe-affected.js';

/** Adds to each breaking change who is affected. The verdict stays the same: a break that affects nobody is still a break. */
export function addAffected(judgement: Judgement, knowledge: Knowledge): Judgement {
  return {
    ...judgement,
    comparisons: judgement.comparisons.map((comparison) => ({
      ...comparison,
      changes: comparison.changes.map((change) => {
        const affected =
          change.severity === 'breaking'
            ? describeAffected(change, comparison.version, knowledge)
            : undefined;
        return affected ? { ...change, affected } : change;
      }),
    })),
  };
}
