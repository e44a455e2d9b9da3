import type { Job, JobHelpers } from 'graphile-worker';
import { buryJob } from './bury-job.js';
import type { WorkerMetrics } from './metrics/worker-metrics.js';
import { BrokenPayloadError, type Task, type WorkerDependencies } from './task.js';

/** With the pauses of the queue, which grow to hours, this is about half a day. */
export const maxJobAttempts = 10;

/**
 * Runs one job of the queue. A job that fails is tried again by the queue; one that cannot succeed, or has failed too
 * often, or has brought down every worker that took it, is buried.
 */
export function createJobRunner(task: Task, dependencies: WorkerDependencies, metrics: WorkerMetrics) {
  return async (payload: unknown, { job }: Pick<JobHelpers, 'job'>): Promise<void> => {
    const startedAtMs = performance.now();
    try {
      if (job.attempts > maxJobAttempts) throw new LostTooOftenError();
      await task.run(payload, dependencies);
      metrics.countJob(task.name, 'succeeded', performance.now() - startedAtMs);
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      const isHopeless = error instanceof BrokenPayloadError || job.attempts >= maxJobAttempts;
      metrics.countJob(task.name, isHopeless ? 'dead' : 'failed', performance.now() - startedAtMs);
      if (!isHopeless) {
        dependencies.logger.warn({ err: error, ...describe(job) }, 'a job failed and will be tried again');
        throw error;
      }
      await giveUp(task, dependencies, { job, error });
    }
  };
}

/** Every worker that took the job was gone before it ended. */
class LostTooOftenError extends Error {
  constructor() {
    super('Its worker was lost each time; the job itself may be what ends them.');
    this.name = 'LostTooOftenError';
  }
}

async function giveUp(
  task: Task,
  dependencies: WorkerDependencies,
  { job, error }: { job: Job; error: Error },
): Promise<void> {
  const { database, logger, now } = dependencies;
  logger.error({ err: error, ...describe(job) }, 'a job is dead: it was given up and is kept in dead_jobs');
  if (!(error instanceof BrokenPayloadError)) await task.giveUp?.(job.payload, dependencies);
  await buryJob(database, job, { error, at: now() });
}

function describe({ id, task_identifier, attempts }: Job) {
  return { jobId: id, task: task_identifier, attempts };
}
