/**
 * The work that the rules of one campaign may take together. The unit is about 10 ns on the machine of
 * docs/performance.md, so they take 35 ms. The most expensive useful rule is a daily one for
 * 29 February: it examines up to eight years, which takes 3.2 million units.
 */
export const maxRuleWork = 3_500_000;

/**
 * Counts the work of searches, which share one budget. A limit in seconds would refuse a rule on a busy machine and
 * accept it on another.
 */
export class RuleWork {
  readonly #budget: number;
  #left: number;

  constructor(budget: number = maxRuleWork) {
    this.#budget = budget;
    this.#left = budget;
  }

  get spent(): number {
    return this.#budget - this.#left;
  }

  spend(units: number): void {
    this.#left -= units;
    if (this.#left < 0) throw new RuleTooExpensiveError();
  }
}

export class RuleTooExpensiveError extends Error {
  constructor() {
    super('The recurrence rules take more work than the limit allows.');
    this.name = 'RuleTooExpensiveError';
  }
}
