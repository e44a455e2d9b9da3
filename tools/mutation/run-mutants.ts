import { confirm } from './confirm.js';
import type { Numbered } from './instrument.js';
import type { Result } from './results.js';
import type { Selected } from './select-tests.js';
import type { startWorker } from './start-worker.js';
import { createPool, limitOf, type Pool } from './worker-pool.js';

/** A mutant with its tests, the most likely to fail first. */
export interface Planned extends Numbered {
  readonly selected: readonly Selected[];
  readonly atLoad: boolean;
  readonly basis: string;
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
      const { mutant, basis } = planned;
      await options.onResult({ mutant, basis, ...judgement, milliseconds });
    }
  } finally {
    await pool.stop();
  }
}

async function judge(
  { id, selected, atLoad }: Planned,
  { pool, isOver }: { pool: Pool; isOver: () => boolean },
): Promise<Pick<Result, 'verdict' | 'detail'>> {
  if (selected.length === 0) return { verdict: 'no test', detail: 'no measured test calls this function' };
  const passed: Selected[] = [];
  for (const selection of selected) {
    if (isOver()) break;
    const worker = await (atLoad ? pool.getLoadedWith(id) : pool.get());
    const outcome = await worker.run({ active: id, selection }, limitOf(selection));
    if (outcome === 'timeout' || outcome === 'crashed') {
      await pool.stop();
      return confirm(pool, selection, { verdict: 'timed out', detail: `${selection.file} ${outcome}` });
    }
    if (outcome.failure !== undefined) {
      const ran = outcome.tests.map(({ name }) => name);
      const repeated = ran.length > 0 ? { ...selection, names: ran } : selection;
      return confirm(pool, repeated, { verdict: 'killed', detail: `${selection.file}: ${outcome.failure}` });
    }
    passed.push(selection);
  }
  const count = passed.reduce((sum, { names }) => sum + (names?.length ?? 0), 0);
  const files = passed.length < selected.length ? `${passed.length} of ${selected.length}` : passed.length;
  return { verdict: 'survived', detail: `${count} tests of ${files} files passed` };
}
