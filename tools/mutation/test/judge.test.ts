import { describe, expect, it } from '@jest/globals';
import { createJudge } from '../judge.js';
import { listMutants } from '../list-mutants.js';
import type { Outcome } from '../run-tests.js';

const text = 'function check(n: number) { return n < 5; }';
const original = { file: 'a.ts', text };

const passed: Outcome = { status: 'passed' };
const timedOut: Outcome = { status: 'timed out' };
const failed: Outcome = { status: 'failed', file: 'a.test.ts', message: 'expected 1' };
const crashed: Outcome = { status: 'failed', file: undefined, message: 'out of memory' };

/** Judges with outcomes of the runs with the mutant, one after another, and of each run without it. */
function judgeWith({ mutated, without = passed }: { mutated: readonly Outcome[]; without?: Outcome }) {
  const [mutant] = listMutants('a.ts', text);
  if (!mutant) throw new Error('There is no mutant.');
  const runs: { tests: readonly string[]; isMutated: boolean }[] = [];
  const judge = createJudge(async (tests, replaced) => {
    const isMutated = replaced.text !== text;
    runs.push({ tests, isMutated });
    if (!isMutated) return without;
    return mutated[runs.filter((run) => run.isMutated).length - 1] ?? passed;
  });
  return { runs, judge: (tests: readonly string[]) => judge(mutant, original, tests) };
}

const many = Array.from({ length: 50 }, (_, index) => `${index}.test.ts`);

describe('the verdict', () => {
  it.each<[string, Outcome, string]>([
    ['no failure', passed, 'survived'],
    ['a failure', failed, 'killed'],
    ['a crash', crashed, 'killed'],
    ['a timeout', timedOut, 'timed out'],
  ])('of %s is %j: %s', async (_, outcome, verdict) => {
    expect(await judgeWith({ mutated: [outcome] }).judge(['a.test.ts'])).toMatchObject({ verdict });
  });

  it('is "no test" without tests, and nothing runs', async () => {
    const { judge, runs } = judgeWith({ mutated: [] });
    expect([await judge([]), runs]).toMatchObject([{ verdict: 'no test' }, []]);
  });

  it('is that of all tests, the first ones alone, until one fails', async () => {
    const all = judgeWith({ mutated: [] });
    expect(await all.judge(many)).toMatchObject({ verdict: 'survived' });
    expect(all.runs.flatMap(({ tests }) => tests)).toEqual(many);
    expect(all.runs.length).toBeGreaterThan(2);

    const second = judgeWith({ mutated: [passed, failed] });
    expect(await second.judge(many)).toMatchObject({ verdict: 'killed', detail: 'a.test.ts: expected 1' });
    expect(second.runs.filter(({ isMutated }) => isMutated)).toHaveLength(2);
  });
});

describe('tests that fail', () => {
  it.each<[string, Outcome]>([
    ['a failure', failed],
    ['a crash', crashed],
    ['a timeout', timedOut],
  ])('without a mutant as well judge nothing: %s', async (_, outcome) => {
    const { judge } = judgeWith({ mutated: [outcome], without: outcome });
    const detail = expect.stringContaining('without a mutant, a.test.ts: ');
    expect(await judge(['a.test.ts'])).toEqual({ verdict: 'unclear', detail });
  });

  it('run without a mutant once', async () => {
    const { judge, runs } = judgeWith({ mutated: [failed, failed] });
    await judge(['a.test.ts', 'b.test.ts']);
    await judge(['a.test.ts']);
    expect(runs.filter(({ isMutated }) => !isMutated).map(({ tests }) => tests)).toEqual([['a.test.ts']]);
  });
});
