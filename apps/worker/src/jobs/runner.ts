import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@parley/database';
import { parseCronItems, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { Logger } from 'pino';
import { maintenanceTask } from '../config/task-groups.js';
import type { ClaimGate } from './claim-gate.js';
import { createClaimingPool } from './claiming-pool.js';
import type { FairClaims } from './fair-claims.js';
import { createQueueLogger } from './queue-logger.js';

export interface RunnerOptions {
  readonly database: Database;
  readonly logger: Logger;
  readonly concurrency: number;
  readonly taskList: TaskList;
  readonly claims: FairClaims;
  /** Decides whether jobs are claimed from the server that is reached now. */
  readonly gate: ClaimGate;
  /** Called with the name under which jobs are locked from now on. */
  readonly onPool: (poolId: string) => void;
  readonly timing?: RunnerTiming;
}

export interface Runner {
  /** Releases jobs that have not begun, and waits for running jobs, but no longer than this. */
  stop(withinMs: number): Promise<void>;
}

export interface RunnerTiming {
  readonly startAgainAfterMs: number;
  /**
   * How long to wait for a queue that shuts down by itself. It may never end, because after several failed writes its
   * count of running jobs is wrong.
   */
  readonly endsWithinMs: number;
}

const defaultTiming: RunnerTiming = { startAgainAfterMs: 1_000, endsWithinMs: 5_000 };

/**
 * Claims jobs of the queue. When the queue shuts down by itself, for example because its database is unavailable for a
 * long time, it is started again.
 */
export async function startRunner(options: RunnerOptions): Promise<Runner> {
  const { logger, timing = defaultTiming } = options;
  let isStopping = false;
  let current = await startOnce(options);
  const watching = watch();

  async function watch(): Promise<void> {
    while (!isStopping) {
      await waitForEnd(current);
      if (!isStopping) await delay(timing.startAgainAfterMs);
      if (!isStopping) await startAgain();
    }
  }

  /**
   * Resolves when a queue has ended, or has begun to shut down and does not end. A late event of this queue does not
   * affect its successor.
   */
  async function waitForEnd(queue: Queue): Promise<void> {
    const hasEnded = new AbortController();
    const ended = queue.promise.catch((err: unknown) => logger.error({ err }, 'the queue stopped'));
    const overdue = queue.shutsDown
      .then(() => delay(timing.endsWithinMs, undefined, { ref: false, signal: hasEnded.signal }))
      .then(
        () => leave(queue),
        () => undefined,
      );
    await Promise.race([ended, overdue]);
    hasEnded.abort();
  }

  /** Stops the parts of the queue that can still be stopped, such as its cron. */
  function leave(queue: Queue): void {
    if (isStopping) return;
    logger.error('the queue began to shut down and does not end; it is replaced');
    void queue.stop().catch((err: unknown) => logger.error({ err }, 'the former queue did not stop'));
  }

  async function startAgain(): Promise<void> {
    try {
      current = await startOnce(options);
      logger.warn('the queue was started again');
      // The runner may have been stopped while this queue was starting; only this call stops the queue then.
      if (isStopping) await current.stop();
    } catch (err) {
      logger.error({ err }, 'the queue could not be started again');
    }
  }

  return {
    async stop(withinMs) {
      isStopping = true;
      const stopped = current
        .stop()
        .catch((err: unknown) => logger.error({ err }, 'the queue reported an error while it stopped'))
        .then(() => watching);
      const tooLong = new AbortController();
      const deadline = delay(withinMs, undefined, { signal: tooLong.signal }).then(
        () => logger.warn('jobs did not end in time and are released'),
        () => undefined,
      );
      await Promise.race([stopped, deadline]);
      tooLong.abort();
    },
  };
}

interface Queue {
  /** Settles when the queue has ended. */
  readonly promise: Promise<void>;
  /** Resolves when the queue begins to shut down, for whatever reason. */
  readonly shutsDown: Promise<unknown>;
  stop(): Promise<void>;
}

async function startOnce(options: RunnerOptions): Promise<Queue> {
  const { database, logger, concurrency, taskList, claims, gate, onPool } = options;
  const events: WorkerEvents = new EventEmitter();
  events.on('localQueue:init', ({ localQueue }) => claims.follow(localQueue));
  events.on('pool:create', ({ workerPool }) => onPool(workerPool.id));
  const shutsDown = once(events, 'pool:gracefulShutdown');
  const runner = await run({
    pgPool: createClaimingPool(database, { claims, gate }),
    taskList,
    events,
    logger: createQueueLogger(logger),
    // The process that runs the worker decides when it stops.
    noHandleSignals: true,
    parsedCronItems: parseCronItems(maintenance.task in taskList ? [maintenance] : []),
    preset: {
      worker: {
        concurrentJobs: concurrency,
        // Workers are notified of new jobs. Polling finds jobs that have become due, and jobs of dead workers.
        pollInterval: 1_000,
        // After a crash the jobs in this local queue wait for recovery, so it is as small as possible.
        localQueue: { size: concurrency, ttl: 30_000 },
        // Workers do not wait for completions, so more of them share a statement.
        completeJobBatchDelay: 25,
        // Failures are written one by one: they are rare, and the queue then waits for its database instead of shutting
        // down.
        failJobBatchDelay: -1,
        gracefulShutdownAbortTimeout: 5_000,
      },
    },
  });
  return { promise: runner.promise, shutsDown, stop: () => runner.stop() };
}

const maintenance = {
  task: maintenanceTask,
  identifier: 'maintain',
  match: '*/5 * * * *',
  options: { backfillPeriod: 0, maxAttempts: 1, jobKey: 'maintain', jobKeyMode: 'replace' },
} as const;
