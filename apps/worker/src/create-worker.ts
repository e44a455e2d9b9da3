import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { observeProcess } from '@parley/config';
import {
  defaultSizes,
  startCountingUsage,
  startStoringUsage,
  storeWordsInTurn,
  UsageCounter,
} from '@parley/core';
import { type Database, observeDatabase, ofAllTenants } from '@parley/database';
import { observeFiles } from '@parley/files';
import type { TaskList } from 'graphile-worker';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { findGroup, maintenanceTask } from './config/task-groups.js';
import type { WorkerConfig } from './config/worker-config.js';
import { ClaimGate, type LookAtServer } from './jobs/claim-gate.js';
import type { Task } from './jobs/define-task.js';
import { FairClaims } from './jobs/fair-claims.js';
import { LaneWeights } from './jobs/lane-weights.js';
import { createJobRunner, type JobEnvironment } from './jobs/run-job.js';
import { startRunner } from './jobs/runner.js';
import { maintain } from './maintenance/maintain.js';
import { makePartitionsAtStart } from './maintenance/maintain-partitions.js';
import { attemptMs } from './messages/send-pending-message.js';
import { createDeliveredCounter } from './metrics/count-delivered.js';
import { observeStoredFiles } from './metrics/file-metrics.js';
import { observePartitions } from './metrics/partition-metrics.js';
import { observeQueue } from './metrics/queue-metrics.js';
import { createWorkerMetrics } from './metrics/worker-metrics.js';
import { createOutboundBulkhead, maxOutboundCalls } from './outbound-http/bulkhead/outbound-calls.js';
import { createGuardedAgent } from './outbound-http/request/guarded-agent.js';
import { removeWorker, sendHeartbeat, unlockPool } from './recovery/heartbeat.js';
import { createLeaseTokenSource } from './recovery/lease-tokens.js';
import { runPeriodically, type Stop } from './recovery/run-periodically.js';
import { startRecovery } from './recovery/start-recovery.js';
import { tasks as allTasks } from './tasks.js';
import { createDeliverySender } from './webhooks/delivery-sender.js';

export interface WorkerOptions {
  /** The caller closes the database; it stays open when the worker has stopped. */
  readonly database: Database;
  readonly config: WorkerConfig;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Collects the metrics; the default is a new registry. */
  readonly registry?: Registry;
  readonly timing?: Partial<WorkerTiming>;
  /** The default is the tasks that the configuration names. */
  readonly tasks?: readonly Task[];
}

export interface WorkerTiming {
  readonly heartbeatMs: number;
  /** A worker without a heartbeat for this long is considered dead. */
  readonly deadAfterMs: number;
  /** How long the worker waits for deliveries in flight when it stops. */
  readonly graceMs: number;
  /**
   * How long the worker waits for running jobs when it stops. When a worker is killed while it sends a message, it is
   * unknown whether the provider has the message.
   */
  readonly jobGraceMs: number;
  /** The deadline of each request to a receiver or a provider. Default is a deadline for each kind of request. */
  readonly requestMs?: number;
}

export interface Worker {
  readonly id: string;
  readonly registry: Registry;
  /** Lets the worker claim jobs only from servers at which this look has succeeded. */
  guardClaims(look: LookAtServer): void;
  start(): Promise<void>;
  /** Claims no more work, waits a moment for work in progress, and releases everything else. */
  stop(): Promise<void>;
}

/** The shortest pause between two counts of waiting jobs. It is longer when a count takes long (`countUsageInTurn`). */
const countPauseMs = 5_000;

/** The two grace periods together stay below the 30 seconds that a container usually has to end. */
const defaultTiming: WorkerTiming = {
  heartbeatMs: 2_000,
  deadAfterMs: 10_000,
  graceMs: 5_000,
  jobGraceMs: attemptMs + 4_000,
};

/** Creates a worker. Any number of workers, in any number of processes, can run on one database. */
export function createWorker(options: WorkerOptions): Worker {
  const { config, logger, now, registry = new Registry() } = options;
  // A worker claims, recovers and maintains the work of every tenant. Each job then runs for its own tenant.
  const database = ofAllTenants(options.database);
  const { tasks = allTasks.filter(({ name }) => runsTask(name)) } = options;
  const timing = { ...defaultTiming, ...options.timing };
  const id = randomUUID();
  const sizes = defaultSizes;
  const metrics = createWorkerMetrics(registry);
  metrics.noteTaskGroups(config.taskGroups);
  observeProcess(registry);
  observeDatabase(registry, database);
  observeQueue(registry, database);
  observeFiles(registry, database);
  observeStoredFiles(registry, database);
  observePartitions(registry, { database, now });
  const gate = new ClaimGate();
  let stopAll: (() => Promise<void>) | undefined;

  return {
    id,
    registry,
    guardClaims: (look) => gate.guard(look),
    async start() {
      const stopping = new AbortController();
      // Every job that waits for an endpoint may add a listener.
      setMaxListeners(maxOutboundCalls, stopping.signal);
      const agent = createGuardedAgent({ allowedCidrs: config.webhookAllowedCidrs ?? [] });
      const newLeaseToken = createLeaseTokenSource(id);
      const { requestMs } = timing;
      const shared = { database, now, sizes, logger, config, newLeaseToken, agent, requestMs };
      const counter = config.countsUsage ? new UsageCounter({ now }) : undefined;
      const countDelivered = createDeliveredCounter(counter);
      const deliveries = createDeliverySender({ ...shared, metrics, countDelivered });
      await makePartitionsAtStart({ database, logger, now });
      const weights = new LaneWeights();
      await weights.refresh(database);
      const limitedTasks = tasks.filter(({ mostAtOnce }) => mostAtOnce !== undefined).map(({ name }) => name);
      const claims = new FairClaims({ concurrency: config.workerConcurrency, weights, limitedTasks });
      const bulkhead = createOutboundBulkhead();
      metrics.observeCircuits('jobs', bulkhead);
      const taskList = createTaskList({
        dependencies: {
          ...shared,
          metrics,
          countDelivered,
          startDeliveries: deliveries.start,
          signal: stopping.signal,
        },
        slots: claims.slots,
        bulkhead,
        metrics,
      });
      let poolId = '';
      const beat = () => sendHeartbeat(database, { id, poolId });
      const runner = await startRunner({
        database,
        logger,
        concurrency: config.workerConcurrency + maxOutboundCalls,
        taskList,
        claims,
        gate,
        onPool(name) {
          const former = poolId;
          poolId = name;
          // The heartbeat is sent now, because the jobs of a worker that dies under an unregistered name are recovered
          // late.
          void beat().catch((err) => logger.error({ err }, 'the new queue name could not be registered yet'));
          if (former) void unlockPool(database, former).catch((err) => logger.error({ err }, unlockFailed));
        },
      });
      const stops: Stop[] = [];
      const stopStoring = startStoring(counter);
      const stopHeartbeat = runPeriodically(timing.heartbeatMs, beat, { logger, name: 'the heartbeat' });
      const stopStarted = async () => {
        stopping.abort();
        await Promise.all([runner.stop(timing.jobGraceMs), ...stops.map((stop) => stop())]);
        await deliveries.stop(timing.graceMs);
        await stopStoring();
        agent.destroy();
        await stopHeartbeat();
        // When the database is unavailable, the other workers notice the missing heartbeat.
        await removeWorker(database, { id, poolId }).catch((err) => logger.error({ err }, removeFailed));
        logger.info({ workerId: id }, 'worker stopped');
      };
      try {
        await beat();
        const { heartbeatMs: intervalMs, deadAfterMs } = timing;
        stops.push(startRecovery({ database, logger, metrics, now, intervalMs, deadAfterMs }));
        stops.push(
          startCountingUsage({
            database,
            startAfterMs: 0,
            overdueMs: 0,
            leastPauseMs: countPauseMs,
            onFailed: (err) => logger.error({ err }, 'the usage of workspaces could not be counted'),
          }),
        );
        const refreshWeights = () => weights.refresh(database);
        stops.push(runPeriodically(weightsMs, refreshWeights, { logger, name: 'reading weights' }));
        if (runsTask(maintenanceTask)) {
          const storeWords = async () =>
            void (await storeWordsInTurn({ database, sizes, signal: stopping.signal }));
          stops.push(runPeriodically(wordsMs, storeWords, { logger, name: 'storing words of messages' }));
        }
      } catch (err) {
        // At this point the runner already claims jobs, and the caller may start the worker again.
        await stopStarted();
        throw err;
      }
      if (database.sessions === undefined) logger.warn(polls);
      const { taskGroups, rowSecurity } = config;
      const guard = rowSecurity === 'off' ? {} : { rowSecurity };
      logger.info({ workerId: id, tasks: taskGroups, ...guard }, 'worker started');
      stopAll = stopStarted;
    },
    async stop() {
      const stop = stopAll;
      stopAll = undefined;
      await stop?.();
    },
  };

  /** Stores the counted usage until the returned function is called, which also stores the rest. */
  function startStoring(counter: UsageCounter | undefined): Stop {
    if (!counter) return async () => {};
    return startStoringUsage({
      database,
      counter,
      sizes,
      intervalMs: config.usageFlushMs,
      onFailed: (err) => logger.warn({ err }, 'the usage of events could not be stored; it is stored later'),
      onLost: (err) => logger.warn({ err }, 'the last usage of events before the stop could not be stored'),
      onDropped: (uses) => logger.warn({ uses }, 'the usage of events was too large to count all of it'),
    });
  }

  function runsTask(name: string): boolean {
    const group = findGroup(name);
    return group !== undefined && config.taskGroups.includes(group);
  }

  function createTaskList(environment: JobEnvironment): TaskList {
    const entries = tasks.map((task) => [task.name, createJobRunner(task, environment)] as const);
    const taskList: TaskList = Object.fromEntries(entries);
    if (!runsTask(maintenanceTask)) return taskList;
    return { ...taskList, [maintenanceTask]: () => maintain(environment.dependencies) };
  }
}

/** A tenant that changes its plan gets its new share within this time. */
const weightsMs = 60_000;

/** Searches compute the words of messages for about this time. */
const wordsMs = 2_000;

const polls =
  'a pooler is between this worker and the database, so it polls for jobs every second; set DATABASE_DIRECT_URL to be notified';
const unlockFailed = 'the jobs of the former queue could not be unlocked';
const removeFailed = 'the worker could not be removed; the others will recover its work';
