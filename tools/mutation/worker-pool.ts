import type { Selected } from './select-tests.js';
import { startWorker, type Worker } from './start-worker.js';

export interface Pool {
  /** Returns the warm process, in which a task switches a mutant on. */
  get(): Promise<Worker>;
  /** Returns a process in which the mutant is active from the start. It replaces the one of another mutant. */
  getLoadedWith(id: number): Promise<Worker>;
  stop(): Promise<void>;
}

/** Keeps two processes: a warm one for all mutants, and one for a mutant in code that runs when its module is loaded. */
export function createPool({
  sourcesFile,
  start = startWorker,
}: {
  readonly sourcesFile: string;
  readonly start?: typeof startWorker;
}): Pool {
  let warm: Worker | undefined;
  let loaded: { readonly worker: Worker; readonly id: number } | undefined;
  return {
    async get() {
      warm ??= await start(sourcesFile);
      return warm;
    },
    async getLoadedWith(id) {
      if (loaded?.id !== id) {
        await loaded?.worker.stop();
        loaded = undefined;
      }
      loaded ??= { worker: await start(sourcesFile, id), id };
      return loaded.worker;
    },
    async stop() {
      await warm?.stop();
      await loaded?.worker.stop();
      warm = undefined;
      loaded = undefined;
    },
  };
}

/** The time after which a selection may have hung. */
export function limitOf({ expectedMs }: Selected): number {
  return 25_000 + 5 * expectedMs;
}

/** The time after which it has hung. */
export function longLimitOf(selection: Selected): number {
  return 4 * limitOf(selection);
}
