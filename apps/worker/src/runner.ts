import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@parley/database';
import { parseCronItems, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { Logger } from 'pino';
import { createQueueLogger } from './queue-logger.js';

export interface RunnerOptions {
  readonly database: Database;
  readonly logger: Logger;
  readonly concurrency: number;
  readonly taskList: TaskList;
  /** Told the name under which jobs are locked from now on. */
  readonly onPool: (poolId: string) => void;
}

export interface Runner {
  /** Gives back jobs that are not begun and waits for those that run, but no longer than this. */
  stop(withinMs: number): Promise<void>;
}

const startAgainAfterMs = 1_000;

/** A queue that has given up may never end: its count of jobs under way is wrong after several writes that failed. */
const endsWithinMs = 5_000;

/** Takes jobs from the queue. Should the queue give up, as when its database is away for long, it is started again. */
export async function startRunner(options: RunnerOptions): Promise<Runner> {
  const { logger } = options;
  let isStopping = false;
  let current = await startOnce(options);
  const watching = watch();

  async function watch(): Promise<void> {
    for (;;) {
      await Promise.race([
        current.promise.catch((err: unknown) => logger.error({ err }, 'the queue stopped')),
        current.overdue.then(leave),
      ]);
      if (isStopping) return;
      await delay(startAgainAfterMs);
      if (isStopping) return;
      try {
        current = await startOnce(options);
        logger.warn('the queue was started again');
      } catch (err) {
        logger.error({ err }, 'the queue could not be started again');
      }
    }
  }

  /** Ends what can be ended of it, such as its clock. */
  function leave(): void {
    logger.error('the queue gave up and does not end; another takes over');
    void current.stop().catch((err: unknown) => logger.error({ err }, 'the former queue did not stop'));
  }

  return {
    async stop(withinMs) {
      isStopping = true;
      const stopped = current
        .stop()
        .catch((err: unknown) => logger.error({ err }, 'the queue did not stop in order'))
        .then(() => watching);
      const tooLong = new AbortController();
      const deadline = delay(withinMs, undefined, { signal: tooLong.signal }).then(
        () => logger.warn('jobs did not end in time; they are given back as they are'),
        () => undefined,
      );
      await Promise.race([stopped, deadline]);
      tooLong.abort();
    },
  };
}

async function startOnce({ database, logger, concurrency, taskList, onPool }: RunnerOptions) {
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => onPool(workerPool.id));
  const overdue = once(events, 'pool:gracefulShutdown').then(() =>
    delay(endsWithinMs, undefined, { ref: false }),
  );
  const runner = await run({
    pgPool: database.pool,
    taskList,
    events,
    logger: createQueueLogger(logger),
    // The process that runs the worker decides when it stops.
    noHandleSignals: true,
    parsedCronItems: parseCronItems([maintenance]),
    preset: {
      worker: {
        concurrentJobs: concurrency,
        // New jobs are announced; this is for those whose time has come, and for those of dead workers.
        pollInterval: 1_000,
        // A crash strands what is held here, so it is no larger than it must be.
        localQueue: { size: concurrency, ttl: 30_000 },
        completeJobBatchDelay: 1,
        // One by one, failures are rare, and the queue waits for its database instead of giving up.
        failJobBatchDelay: -1,
        gracefulShutdownAbortTimeout: 5_000,
      },
    },
  });
  return { promise: runner.promise, stop: () => runner.stop(), overdue };
}

const maintenance = {
  task: 'maintain',
  identifier: 'maintain',
  match: '*/5 * * * *',
  options: { backfillPeriod: 0, maxAttempts: 1, jobKey: 'maintain', jobKeyMode: 'replace' },
} as const;
