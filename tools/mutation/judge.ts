import type { Mutant } from './mutant.js';
import { applyMutant } from './mutant.js';
import type { Outcome, Replaced } from './run-tests.js';

export type Verdict = 'killed' | 'timed out' | 'survived' | 'no test' | 'unclear';

export interface Judgement {
  readonly verdict: Verdict;
  /** The test that failed. */
  readonly detail: string;
}

type Run = (tests: readonly string[], replaced: Replaced) => Promise<Outcome>;

/**
 * Returns a function that runs the tests of a mutant, the first of them alone, because they notice most mutants. What fails is run
 * without the mutant as well, once: tests that fail then cannot judge anything, and neither can a PostgreSQL that did not start.
 */
export function createJudge(run: Run) {
  const passing = new Set<string>();
  /** Describes how these tests fail, if they do. */
  const findFailure = async (tests: readonly string[], original: Replaced) => {
    if (tests.every((test) => passing.has(test))) return undefined;
    const outcome = await run(tests, original);
    if (outcome.status !== 'passed') return `without a mutant, ${describe(outcome, tests)}`;
    for (const test of tests) passing.add(test);
    return undefined;
  };
  return async (mutant: Mutant, original: Replaced, tests: readonly string[]): Promise<Judgement> => {
    if (tests.length === 0) return { verdict: 'no test', detail: 'no test calls a function of the file' };
    const changed = { file: mutant.file, text: applyMutant(original.text, mutant) };
    for (const part of divide(tests)) {
      const outcome = await run(part, changed);
      if (outcome.status === 'passed') continue;
      const { status } = outcome;
      const failing = status === 'failed' && outcome.file ? [outcome.file] : part;
      const failure = await findFailure(failing, original);
      if (failure) return { verdict: 'unclear', detail: failure };
      return { verdict: status === 'failed' ? 'killed' : status, detail: describe(outcome, part) };
    }
    return { verdict: 'survived', detail: `${tests.length} test files passed` };
  };
}

function divide(tests: readonly string[]): string[][] {
  return [tests.slice(0, 8), tests.slice(8, 40), tests.slice(40)].filter(({ length }) => length > 0);
}

function describe(outcome: Outcome, tests: readonly string[]): string {
  const files = tests.length > 3 ? `${tests.length} test files` : tests.join(', ');
  if (outcome.status !== 'failed') return `${files}: ${outcome.status}`;
  return `${outcome.file ?? files}: ${outcome.message.trim().slice(0, 600)}`;
}
