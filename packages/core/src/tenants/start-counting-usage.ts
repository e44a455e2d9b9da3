import type { Database } from '@parley/database';
import { type CountingTurn, countUsageInTurn } from './count-usage.js';

export interface CountingOptions extends CountingTurn {
  readonly database: Database;
  /** Called when a count fails. The next count is due as usual. */
  readonly onFailed: (error: unknown) => void;
  /** When to check for the first time. */
  readonly startAfterMs: number;
}

/** Counts the usage of workspaces periodically, in turn with other processes, until it is stopped. */
export function startCountingUsage(options: CountingOptions): () => Promise<void> {
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  let timer = wait(options.startAfterMs);
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };

  function wait(pauseMs: number): NodeJS.Timeout {
    return setTimeout(() => {
      running = count();
    }, pauseMs);
  }

  async function count(): Promise<void> {
    await countUsageInTurn(options.database, options).catch(options.onFailed);
    if (!isStopped) timer = wait(options.leastPauseMs);
  }
}
