import { describe, expect, it } from '@jest/globals';
import { listMutants } from '../list-mutants.js';
import type { Outcome, Task } from '../protocol.js';
import type { Result } from '../results.js';
import { isCurrent, runMutants } from '../run-mutants.js';
import type { Worker } from '../start-worker.js';

type Ending = Awaited<ReturnType<Worker['run']>>;

const ended = (failure?: string): Outcome => ({
  ran: 1,
  failed: [],
  failure,
  milliseconds: 1,
  tests: [],
  outside: [],
});
const selected = [{ file: 'a.test.ts', names: ['a', 'b'], expectedMs: 1, digest: 'd' }];

const basisOf = (tests: readonly { readonly file: string }[]) => tests.map(({ file }) => file).join(' ');

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
    expect(asked).toEqual([[0], [0], [undefined]]);
  });

  it.each<[string, Ending, Result['verdict']]>([
    ['survived', ended(), 'survived'],
    ['was killed', ended('expected 1'), 'killed'],
    ['hangs', 'timeout', 'timed out'],
  ])('of a timeout is that of a second run with a longer limit: %s', async (_, second, verdict) => {
    const limits: number[] = [];
    const result = await judge(() => (active, _task, limitMs) => {
      if (active === undefined) return ended();
      limits.push(limitMs);
      return limits.length === 1 ? 'timeout' : second;
    });
    expect([result?.verdict, limits]).toEqual([verdict, [25_005, 100_020]]);
  });
});

describe('the confirmation', () => {
  const test = (name: string) => ({ name, milliseconds: 1, calls: [] });
  const failed = { ...ended('expected 1'), tests: [test('a'), test('b')], failed: ['b'] };

  it('runs the test that failed, and nothing more if it passes', async () => {
    const confirmed: unknown[] = [];
    await judge(() => (active, { selection }) => {
      if (active === undefined) confirmed.push(selection.names);
      return active === undefined ? ended() : failed;
    });
    expect(confirmed).toEqual([['b']]);
  });

  it('runs all tests until the failure if the one that failed needs those before it', async () => {
    const confirmed: unknown[] = [];
    const result = await judge(() => (active, { selection }) => {
      if (active !== undefined) return failed;
      confirmed.push(selection.names);
      return selection.names?.length === 1 ? ended('nothing to read') : ended();
    });
    expect([result?.verdict, confirmed]).toEqual(['killed', [['b'], ['a', 'b']]]);
  });

  it('of a mutant that is active from the start of its process is in another process', async () => {
    const asked: unknown[] = [];
    await judge(
      (loadedWith) => (active) => {
        asked.push({ loadedWith, active });
        return active === undefined ? ended() : ended('expected 1');
      },
      { atLoad: true },
    );
    expect(asked).toEqual([
      { loadedWith: 0, active: 0 },
      { loadedWith: undefined, active: undefined },
    ]);
  });
});

describe('a result', () => {
  const [mutant] = listMutants('a.ts', 'function check(n: number) { return n < 5; }');
  if (!mutant) throw new Error('There is no mutant.');
  const one = (file: string) => ({ file, names: ['a'], expectedMs: 1, digest: 'd' });
  const planned = (...files: string[]) => ({
    mutant,
    id: 0,
    selected: files.map(one),
    atLoad: false,
    basisOf,
  });
  const resultOf = (verdict: Result['verdict'], ...files: string[]): Result => ({
    mutant,
    verdict,
    detail: '',
    milliseconds: 1,
    basis: basisOf(files.map(one)),
  });

  it('of a killed mutant counts while the test that failed is selected, whatever else is new', () => {
    expect(isCurrent(resultOf('killed', 'a'), planned('b', 'a'))).toBe(true);
    expect(isCurrent(resultOf('killed', 'a'), planned('b'))).toBe(false);
  });

  it('of a survivor counts until one of its tests is new or changed', () => {
    expect(isCurrent(resultOf('survived', 'a'), planned('a'))).toBe(true);
    expect(isCurrent(resultOf('survived', 'a'), planned('a', 'b'))).toBe(false);
    expect(isCurrent(undefined, planned('a'))).toBe(false);
  });
});

/** Judges one mutant with processes that end as they are told. */
async function judge(
  start: (
    loadedWith: number | undefined,
  ) => (active: number | undefined, task: Task, limitMs: number) => Ending,
  { atLoad = false }: { atLoad?: boolean } = {},
): Promise<Result | undefined> {
  const [mutant] = listMutants('a.ts', 'function check(n: number) { return n < 5; }');
  if (!mutant) throw new Error('There is no mutant.');
  const results: Result[] = [];
  await runMutants([{ mutant, id: 0, selected, atLoad, basisOf }], {
    sourcesFile: 'none',
    isOver: () => false,
    budgetMs: 60_000,
    onResult: async (result) => void results.push(result),
    start: async (_, loadedWith) => {
      const endingOf = start(loadedWith);
      return {
        run: async (task, limitMs) => endingOf(task.active, task, limitMs),
        stop: async () => undefined,
      };
    },
  });
  return results[0];
}
