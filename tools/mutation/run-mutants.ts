import type { Coverage } from './coverage.js';
import type { Numbered } from './instrument.js';
import type { Result } from './results.js';
import { type Selected, type SelectionBounds, selectTests } from './select-tests.js';
import { startWorker, type Worker } from './start-worker.js';

export interface MutationRunOptions {
  /** The list of sources with all mutants of the sample. */
  readonly sourcesFile: string;
  readonly coverage: Coverage;
  readonly bounds: SelectionBounds;
  readonly isOver: () => boolean;
  readonly onResult: (result: Result) => Promise<void>;
  /** The default is a process that runs Jest. */
  readonly start?: typeof startWorker;
}

type Judgement = Pick<Result, 'verdict' | 'detail'>;

/** Runs each mutant against its tests, in one warm process where possible. */
export async function runMutants(mutants: readonly Numbered[], options: MutationRunOptions): Promise<void> {
  const pool = createPool(options);
  try {
    for (const numbered of mutants) {
      if (options.isOver()) break;
      const startedAt = performance.now();
      const judgement = await judge(numbered, { ...options, pool });
      const milliseconds = Math.round(performance.now() - startedAt);
      await options.onResult({ mutant: numbered.mutant, ...judgement, milliseconds });
    }
  } finally {
    await pool.stop();
  }
}

interface Pool {
  /** Returns a process in which the mutant is switched on by a task, or from its start. */
  get(loadedWith: number | undefined): Promise<Worker>;
  stop(): Promise<void>;
}

/** Keeps one process, and replaces it when it is gone or was loaded with another mutant. */
function createPool({ sourcesFile, start = startWorker }: MutationRunOptions): Pool {
  let current: { worker: Worker; loadedWith: number | undefined } | undefined;
  const stop = async () => {
    await current?.worker.stop();
    current = undefined;
  };
  return {
    async get(loadedWith) {
      if (current?.loadedWith !== loadedWith) await stop();
      current ??= { worker: await start(sourcesFile, loadedWith), loadedWith };
      return current.worker;
    },
    stop,
  };
}

async function judge(
  { id, mutant }: Numbered,
  { coverage, bounds, pool }: MutationRunOptions & { readonly pool: Pool },
): Promise<Judgement> {
  const selected = selectTests(coverage, mutant, bounds);
  if (selected.length === 0) return { verdict: 'no test', detail: 'no measured test calls this function' };
  const loadedWith = mutant.within === undefined ? id : undefined;
  for (const selection of selected) {
    const outcome = await (await pool.get(loadedWith)).run({ active: id, selection }, limitOf(selection));
    if (outcome === 'timeout' || outcome === 'crashed') {
      await pool.stop();
      return confirm(pool, selection, { verdict: 'timed out', detail: `${selection.file} ${outcome}` });
    }
    if (outcome.failure !== undefined)
      return confirm(pool, selection, {
        verdict: 'killed',
        detail: `${selection.file}: ${outcome.failure}`,
      });
  }
  const count = selected.reduce((sum, { names }) => sum + (names?.length ?? 0), 0);
  return { verdict: 'survived', detail: `${count} tests of ${selected.length} files passed` };
}

/**
 * A failure, a timeout or a crash counts only if the same tests pass without the mutant: a mutant before it may have
 * damaged the process, or the machine may be too slow.
 */
async function confirm(pool: Pool, selection: Selected, judgement: Judgement): Promise<Judgement> {
  const passes = async () => {
    const worker = await pool.get(undefined);
    const outcome = await worker.run({ active: undefined, selection }, limitOf(selection));
    if (typeof outcome === 'object' && outcome.failure === undefined) return true;
    await pool.stop();
    return false;
  };
  if ((await passes()) || (await passes())) return judgement;
  return { verdict: 'unclear', detail: `the tests fail without the mutant too: ${judgement.detail}` };
}

function limitOf({ expectedMs }: Selected): number {
  return 60_000 + 5 * expectedMs;
}
