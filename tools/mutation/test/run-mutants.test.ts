import { describe, expect, it } from '@jest/globals';
import { listMutants } from '../list-mutants.js';
import type { Outcome } from '../protocol.js';
import type { Result } from '../results.js';
import { runMutants } from '../run-mutants.js';
import type { Worker } from '../start-worker.js';

type Ending = Awaited<ReturnType<Worker['run']>>;

const ended = (failure?: string): Outcome => ({ ran: 1, failure, milliseconds: 1, tests: [], outside: [] });
const coverage = {
  sources: {},
  files: [
    {
      file: 'a.test.ts',
      tests: [{ name: 'a', calls: ['a.ts:0'], milliseconds: 1 }],
      outside: [],
      milliseconds: 1,
    },
  ],
};

describe('the verdict', () => {
  it.each<[string, Ending, Ending, Result['verdict']]>([
    ['a failure', ended('expected 1'), ended(), 'killed'],
    ['a failure', ended('expected 1'), ended('expected 1'), 'unclear'],
    ['a failure', ended('expected 1'), 'timeout', 'unclear'],
    ['a timeout', 'timeout', ended(), 'timed out'],
    ['a timeout', 'timeout', 'timeout', 'unclear'],
    ['a crash', 'crashed', ended(), 'timed out'],
    ['a crash', 'crashed', 'crashed', 'unclear'],
    ['no failure', ended(), ended(), 'survived'],
  ])('of %s with the mutant depends on the run without it: %j, %j', async (_, withIt, without, verdict) => {
    expect(await judge(() => (active) => (active === undefined ? without : withIt))).toMatchObject({
      verdict,
    });
  });

  it('is confirmed in a new process if the one of the mutant is damaged', async () => {
    const starts: number[] = [];
    const result = await judge(() => {
      starts.push(starts.length);
      const isFirst = starts.length === 1;
      return (active) => (isFirst || active !== undefined ? ended('damaged') : ended());
    });
    expect([result?.verdict, starts.length]).toEqual(['killed', 2]);
  });

  it('never asks a process that hung to confirm', async () => {
    const asked: (number | undefined)[][] = [];
    await judge(() => {
      const own: (number | undefined)[] = [];
      asked.push(own);
      return (active) => {
        own.push(active);
        return active === undefined ? ended() : 'timeout';
      };
    });
    expect(asked).toEqual([[0], [undefined]]);
  });
});

/** Judges one mutant with processes that end as they are told. */
async function judge(start: () => (active: number | undefined) => Ending): Promise<Result | undefined> {
  const [mutant] = listMutants('a.ts', 'function check(n: number) { return n < 5; }');
  if (!mutant) throw new Error('There is no mutant.');
  const results: Result[] = [];
  await runMutants([{ mutant, id: 0 }], {
    sourcesFile: 'none',
    coverage,
    bounds: { files: 1, testsPerFile: 1 },
    isOver: () => false,
    onResult: async (result) => void results.push(result),
    start: async () => {
      const endingOf = start();
      return { run: async ({ active }) => endingOf(active), stop: async () => undefined };
    },
  });
  return results[0];
}
