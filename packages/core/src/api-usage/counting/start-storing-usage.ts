import type { Database } from '@parley/database';
import type { Sizes } from '../../sizes.js';
import { storeUsage } from './store-usage.js';
import type { UsageCounter } from './usage-counter.js';

export interface StoringOptions {
  readonly database: Database;
  readonly counter: UsageCounter;
  readonly intervalMs: number;
  readonly sizes: Sizes;
  /** Called when counts could not be stored. They are kept for the next time. */
  readonly onFailed: (error: unknown) => void;
  /** Called when the last counts could not be stored before the end. */
  readonly onLost: (error: unknown) => void;
  /** Called when uses were not counted, because too many counts were waiting to be stored. */
  readonly onDropped: (uses: number) => void;
}

/**
 * Stores the counts periodically, until it is stopped. Stopping stores the remaining counts; a process that is killed
 * loses the counts of one interval.
 */
export function startStoringUsage(options: StoringOptions): () => Promise<void> {
  const { database, counter, intervalMs, sizes, onFailed, onLost, onDropped } = options;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  let timer = wait();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
    await store(onLost);
  };

  function wait(): NodeJS.Timeout {
    return setTimeout(() => {
      running = store(onFailed).then(() => {
        if (!isStopped) timer = wait();
      });
    }, intervalMs);
  }

  async function store(report: (error: unknown) => void): Promise<void> {
    const { failed, error } = await storeUsage(database, counter.take(), sizes);
    if (failed.length > 0) {
      counter.putBack(failed);
      report(error);
    }
    const dropped = counter.takeDropped();
    if (dropped > 0) onDropped(dropped);
  }
}
