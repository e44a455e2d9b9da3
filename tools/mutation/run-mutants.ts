import { confirm, type Judgement } from './confirm.js';
import type { Numbered } from './instrument.js';
import type { Result } from './results.js';
import type { Selected } from './select-tests.js';
import type { startWorker, Worker } from './start-worker.js';
import { createPool, limitOf, longLimitOf, type Pool } from './worker-pool.js';

/** A mutant with its tests, the most likely to fail first. */
export interface Planned extends Numbered {
  readonly selected: readonly Selected[];
  readonly atLoad: boolean;
  /** Identifies the present source together with the tests that led to a verdict. */
  readonly basisOf: (tests: readonly Selected[]) => string;
}

/**
 * Tells whether a result is still true. A mutant that was killed stays so while its source and that test are the same; one that
 * survived may be noticed by a test that is new.
 */
export function isCurrent(result: Result | undefined, { selected, basisOf }: Planned): result is Result {
  if (result === undefined) return false;
  if (result.basis === basisOf(selected)) return true;
  const isNoticed = result.verdict === 'killed' || result.verdict === 'timed out';
  return isNoticed && selected.some((one) => result.basis === basisOf([one]));
}

export interface MutationRunOptions {
  /** The list of sources with all mutants of the sample. */
  readonly sourcesFile: string;
  readonly isOver: () => boolean;
  /** The time after which no other test file is started for a mutant. */
  readonly budgetMs: number;
  readonly onResult: (result: Result) => Promise<void>;
  /** The default is a process that runs Jest. */
  readonly start?: typeof startWorker;
}

/** Runs each mutant against its tests, in one warm process where possible. */
export async function runMutants(mutants: readonly Planned[], options: MutationRunOptions): Promise<void> {
  const pool = createPool(options);
  try {
    for (const planned of mutants) {
      if (options.isOver()) break;
      const startedAt = performance.now();
      const deadline = startedAt + options.budgetMs;
      const judgement = await judge(planned, { pool, isOver: () => performance.now() > deadline });
      const milliseconds = Math.round(performance.now() - startedAt);
      await options.onResult({ mutant: planned.mutant, ...judgement, milliseconds });
    }
  } finally {
    await pool.stop();
  }
}

/**
 * A mutant that hangs is run once more, in a new process and with a longer limit: the machine may have been busy, and a slow survivor
 * must not count as noticed.
 */
async function runWith(
  pool: Pool,
  { id, atLoad, selection }: Pick<Planned, 'id' | 'atLoad'> & { readonly selection: Selected },
): ReturnType<Worker['run']> {
  const run = async (limitMs: number) => {
    const worker = await (atLoad ? pool.getLoadedWith(id) : pool.get());
    return worker.run({ active: id, selection }, limitMs);
  };
  const outcome = await run(limitOf(selection));
  if (outcome !== 'timeout') return outcome;
  await pool.stop();
  return run(longLimitOf(selection));
}

async function judge(
  { id, selected, atLoad, basisOf }: Planned,
  { pool, isOver }: { pool: Pool; isOver: () => boolean },
): Promise<Judgement> {
  const basis = basisOf(selected);
  if (selected.length === 0)
    return { verdict: 'no test', detail: 'no measured test calls this function', basis };
  const passed: Selected[] = [];
  for (const selection of selected) {
    if (isOver()) break;
    const outcome = await runWith(pool, { id, atLoad, selection });
    if (outcome === 'timeout' || outcome === 'crashed') {
      await pool.stop();
      const detail = `${selection.file} ${outcome}`;
      return confirm(pool, [selection], { verdict: 'timed out', detail, basis: basisOf([selection]) });
    }
    if (outcome.failure !== undefined) {
      const ran = outcome.tests.map(({ name }) => name);
      const parts = [outcome.failed, ran].filter(({ length }) => length > 0);
      const repeated = parts.length > 0 ? parts.map((names) => ({ ...selection, names })) : [selection];
      const detail = `${selection.file}: ${outcome.failure}`;
      return confirm(pool, repeated, { verdict: 'killed', detail, basis: basisOf([selection]) });
    }
    passed.push(selection);
  }
  const count = passed.reduce((sum, { names }) => sum + (names?.length ?? 0), 0);
  const files = passed.length < selected.length ? `${passed.length} of ${selected.length}` : passed.length;
  return { verdict: 'survived', detail: `${count} tests of ${files} files passed`, basis };
}
