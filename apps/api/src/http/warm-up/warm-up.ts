import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable } from '@parley/database';

/** A short piece of work. Requests that arrive meanwhile wait until it has ended. */
export interface Step {
  readonly name: string;
  run(): unknown;
}

export interface WarmUpOptions {
  /** The pause between two steps, in which requests are handled. */
  readonly pauseMs: number;
  readonly onFailed: (name: string, error: unknown) => void;
  /** Called after the last step, also if a step has failed. */
  readonly onEnd?: (() => void) | undefined;
}

/**
 * Runs the steps one after another in the background. It ends early if the database is unavailable, because most other
 * steps would fail too. Returns a function that stops it and waits for the step that runs. The process may end in between.
 */
export function startWarmUp(steps: readonly Step[], options: WarmUpOptions): () => Promise<void> {
  const { pauseMs, onFailed, onEnd } = options;
  let isStopped = false;
  let current: Promise<unknown> = Promise.resolve();
  const run = async () => {
    for (const { name, run: work } of steps) {
      await delay(pauseMs, undefined, { ref: false });
      if (isStopped) return;
      current = Promise.resolve()
        .then(work)
        .catch((error: unknown) => {
          isStopped ||= isDatabaseUnavailable(error);
          onFailed(name, error);
        });
      await current;
      if (isStopped) return;
    }
    onEnd?.();
  };
  void run();
  return async () => {
    isStopped = true;
    await current;
  };
}
