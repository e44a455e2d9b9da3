import type { Job, JobHelpers } from 'graphile-worker';
import type { WorkerMetrics } from '../metrics/worker-metrics.js';
import type { EndpointGate } from '../outbound-http/bulkhead/endpoint-bulkhead.js';
import { createOutside } from '../outbound-http/bulkhead/outbound-calls.js';
import type { JobPlaces } from './job-places.js';
import { buryJob } from './store-dead-letter.js';
import { BrokenPayloadError, type Task } from './task.js';
import type { WorkerDependencies } from './worker-dependencies.js';

/** With the pauses of the queue, which grow to hours, this is about half a day. */
export const maxJobAttempts = 10;

/** What all jobs of a worker share. */
export interface JobSurroundings {
  readonly dependencies: Omit<WorkerDependencies, 'outside'>;
  readonly places: JobPlaces;
  readonly gate: EndpointGate;
  readonly metrics: WorkerMetrics;
}

/**
 * Runs one job of the queue. A job that fails is tried again by the queue; one that cannot succeed, or has failed too
 * often, or has brought down every worker that took it, is buried.
 */
export function createJobRunner(
  task: Task,
  { dependencies: shared, places, gate, metrics }: JobSurroundings,
) {
  return async (payload: unknown, { job }: Pick<JobHelpers, 'job'>): Promise<void> => {
    const leavePlace = await places.take();
    const outside = createOutside({ gate, now: shared.now, leavePlace });
    const dependencies: WorkerDependencies = { ...shared, outside };
    const startedAtMs = performance.now();
    try {
      if (shared.signal.aborted) throw new NotBegunError();
      if (job.attempts > maxJobAttempts) throw new LostTooOftenError();
      await task.run(payload, dependencies);
      metrics.countJob(task.name, 'succeeded', performance.now() - startedAtMs);
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      if (error instanceof NotBegunError) throw error;
      const isHopeless = error instanceof BrokenPayloadError || job.attempts >= maxJobAttempts;
      metrics.countJob(task.name, isHopeless ? 'dead' : 'failed', performance.now() - startedAtMs);
      if (!isHopeless) {
        dependencies.logger.warn({ err: error, ...describe(job) }, 'a job failed and will be tried again');
        throw error;
      }
      await giveUp(task, dependencies, { job, error });
    } finally {
      leavePlace();
    }
  };
}

/** The worker stops, and the queue gives the job to another. */
class NotBegunError extends Error {
  constructor() {
    super('The worker stopped before the job began.');
    this.name = 'NotBegunError';
  }
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
