import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { Database } from '@parley/database';
import type { TaskList } from 'graphile-worker';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import type { WorkerConfig } from './config/worker-config.js';
import { JobPlaces } from './jobs/job-places.js';
import { createJobRunner, type JobSurroundings } from './jobs/run-job.js';
import { startRunner } from './jobs/runner.js';
import type { Task } from './jobs/task.js';
import { maintain } from './maintenance/maintain.js';
import { attemptMs } from './messages/send-pending-message.js';
import { observeQueue } from './metrics/queue-metrics.js';
import { createWorkerMetrics } from './metrics/worker-metrics.js';
import { createOutsideGate, maxOutside } from './outbound-http/bulkhead/outbound-calls.js';
import { createGuardedAgent } from './outbound-http/request/guarded-agent.js';
import { abandonPool, beat, leave } from './recovery/heartbeat.js';
import { createLeaseTokens } from './recovery/lease-tokens.js';
import { recoverLostWork } from './recovery/recover-lost-work.js';
import { every } from './recovery/run-periodically.js';
import { unlockOrphans } from './recovery/unlock-orphans.js';
import { tasks as allTasks } from './tasks.js';
import { createDeliverySender } from './webhooks/delivery-sender.js';

export interface WorkerOptions {
  /** Stays open when the worker has stopped. */
  readonly database: Database;
  readonly config: WorkerConfig;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Where the metrics go; one of its own unless told. */
  readonly registry?: Registry;
  readonly timing?: Partial<WorkerTiming>;
  /** All of them unless told. */
  readonly tasks?: readonly Task[];
}

export interface WorkerTiming {
  readonly heartbeatMs: number;
  /** Silent for so long, a worker is taken for dead. */
  readonly deadAfterMs: number;
  /** Deliveries under way may take so long to end when the worker is told to stop. */
  readonly graceMs: number;
  /** The same for jobs. Of a message whose sending is cut off nobody knows whether the provider has it. */
  readonly jobGraceMs: number;
}

export interface Worker {
  readonly id: string;
  readonly registry: Registry;
  start(): Promise<void>;
  /** Takes no more work, lets what is under way end for a moment and gives back the rest. */
  stop(): Promise<void>;
}

/** The two graces together stay below the half minute that a container usually has to end. */
const defaultTiming: WorkerTiming = {
  heartbeatMs: 2_000,
  deadAfterMs: 10_000,
  graceMs: 5_000,
  jobGraceMs: attemptMs + 4_000,
};

const releaseFailed = 'the jobs of the former queue could not be released';

/** Any number of workers, in any number of processes, may run on one database. */
export function createWorker(options: WorkerOptions): Worker {
  const { database, config, logger, now, registry = new Registry(), tasks = allTasks } = options;
  const timing = { ...defaultTiming, ...options.timing };
  const id = randomUUID();
  const metrics = createWorkerMetrics(registry);
  observeQueue(registry, database);
  let stopAll: (() => Promise<void>) | undefined;

  async function recover(): Promise<void> {
    const { deadWorkers, deliveries } = await recoverLostWork(database, { now: now(), ...timing });
    metrics.countRecovered('worker', deadWorkers.length);
    metrics.countRecovered('delivery', deliveries);
    if (deadWorkers.length > 0)
      logger.warn({ deadWorkers, deliveries }, 'took over the work of dead workers');
    else if (deliveries > 0) logger.warn({ deliveries }, 'took over deliveries whose leases had ended');
  }

  async function unlock(): Promise<void> {
    const jobs = await unlockOrphans(database, timing.deadAfterMs);
    if (jobs > 0) logger.warn({ jobs }, 'gave back jobs of workers that nobody knows');
  }

  return {
    id,
    registry,
    async start() {
      const stopping = new AbortController();
      // Every job that is outside may listen.
      setMaxListeners(maxOutside, stopping.signal);
      const agent = createGuardedAgent({ allowedCidrs: config.webhookAllowedCidrs ?? [] });
      const shared = { database, now, logger, config, newLeaseToken: createLeaseTokens(id), agent };
      const deliveries = createDeliverySender({ ...shared, metrics });
      const taskList = createTaskList({
        dependencies: { ...shared, startDelivery: deliveries.deliver, signal: stopping.signal },
        places: new JobPlaces(config.workerConcurrency),
        gate: createOutsideGate(),
        metrics,
      });
      let poolId = '';
      const sayAlive = () => beat(database, { id, poolId });
      const runner = await startRunner({
        database,
        logger,
        concurrency: config.workerConcurrency + maxOutside,
        taskList,
        onPool(name) {
          const former = poolId;
          poolId = name;
          // Not left to the next beat: a worker that dies under a name nobody knows is found late.
          void sayAlive().catch((err) => logger.error({ err }, 'the new name of the queue is not known yet'));
          if (former) void abandonPool(database, former).catch((err) => logger.error({ err }, releaseFailed));
        },
      });
      await sayAlive();
      const endBeating = every(timing.heartbeatMs, sayAlive, { logger, name: 'the heartbeat' });
      const endRecovering = every(timing.heartbeatMs, recover, { logger, name: 'the recovery of lost work' });
      const endUnlocking = every(timing.deadAfterMs, unlock, { logger, name: 'the return of orphaned jobs' });
      logger.info({ workerId: id }, 'worker started');

      stopAll = async () => {
        stopping.abort();
        await Promise.all([runner.stop(timing.jobGraceMs), endRecovering(), endUnlocking()]);
        await deliveries.stop(timing.graceMs);
        agent.destroy();
        await endBeating();
        // Without a database the others find out by the silence.
        await leave(database, { id, poolId }).catch((err) => logger.error({ err }, 'could not say goodbye'));
        logger.info({ workerId: id }, 'worker stopped');
      };
    },
    async stop() {
      const stop = stopAll;
      stopAll = undefined;
      await stop?.();
    },
  };

  function createTaskList(surroundings: JobSurroundings): TaskList {
    const entries = tasks.map((task) => [task.name, createJobRunner(task, surroundings)] as const);
    return { ...Object.fromEntries(entries), maintain: () => maintain(surroundings.dependencies) };
  }
}
