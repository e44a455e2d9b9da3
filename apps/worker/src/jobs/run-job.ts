import { inTrace } from '@parley/database';
import { readTrace, type SpanStart, type Trace, withEntrySpan } from '@parley/tracing';
import type { Job, JobHelpers } from 'graphile-worker';
import type { WorkerMetrics } from '../metrics/worker-metrics.js';
import type { EndpointBulkhead } from '../outbound-http/bulkhead/endpoint-bulkhead.js';
import { createOutboundCalls } from '../outbound-http/bulkhead/outbound-calls.js';
import { InvalidPayloadError, type JobDependencies, type Task } from './define-task.js';
import { LostWorkerError } from './describe-error.js';
import { sizeOf } from './job-size.js';
import type { JobSlots } from './job-slots.js';
import { isBulkLane, tenantOf } from './lanes.js';
import { storeDeadLetter } from './store-dead-letter.js';

/** With the backoff of the queue, which grows to hours, this number of attempts takes about half a day. */
export const maxJobAttempts = 10;

/** The objects that all jobs of a worker share. */
export interface JobEnvironment {
  readonly dependencies: Omit<JobDependencies, 'outboundCalls' | 'isBulk' | 'lane'>;
  readonly slots: JobSlots;
  readonly bulkhead: EndpointBulkhead;
  readonly metrics: WorkerMetrics;
}

/**
 * Runs one job of the queue. The queue retries a job that fails. A job becomes a dead letter when it cannot succeed,
 * has failed too often, or has crashed every worker that claimed it.
 */
export function createJobRunner(task: Task, environment: JobEnvironment) {
  const { dependencies: shared, slots, bulkhead, metrics } = environment;
  const { name, sharesStatement = false, mayTakeLong, mostAtOnce } = task;
  const taskLimit = mostAtOnce === undefined ? undefined : { task: name, most: mostAtOnce };
  return async (payload: unknown, { job }: Pick<JobHelpers, 'job'>): Promise<void> => {
    const releaseSlot = await slots.acquire(job.priority, {
      size: sizeOf(payload),
      sharesStatement,
      mayTakeLong,
      taskLimit,
    });
    const outboundCalls = createOutboundCalls({
      tenant: tenantIdOf(payload) ?? `lane ${tenantOf(job.priority)}`,
      bulkhead,
      now: shared.now,
      releaseSlot,
    });
    const dependencies: JobDependencies = {
      ...shared,
      outboundCalls,
      isBulk: isBulkLane(job.priority),
      lane: slots.laneOf(job.priority),
    };
    const startedAtMs = performance.now();
    // A job that continues another one keeps the time of that job, so it may be due before it was added.
    const dueAtMs = Math.max(job.run_at.getTime(), job.created_at.getTime());
    metrics.observeWait(task.name, dependencies.isBulk, shared.now().getTime() - dueAtMs);
    try {
      if (shared.signal.aborted) throw new NotStartedError();
      if (job.attempts > maxJobAttempts) throw new LostWorkerError();
      await withEntrySpan(traceOf(payload), describeSpan(job), (trace) =>
        task.run(payload, { ...dependencies, database: inTrace(shared.database, trace) }),
      );
      metrics.countJob(task.name, 'succeeded', performance.now() - startedAtMs);
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      if (error instanceof NotStartedError) throw error;
      const isDead = error instanceof InvalidPayloadError || job.attempts >= maxJobAttempts;
      metrics.countJob(task.name, isDead ? 'dead' : 'failed', performance.now() - startedAtMs);
      if (!isDead) {
        dependencies.logger.warn({ err: error, ...describe(job) }, 'a job failed and will be retried');
        throw error;
      }
      await endJob(task, dependencies, { job, error });
    } finally {
      releaseSlot();
    }
  };
}

/** The worker is stopping; the queue lets another worker claim the job. */
class NotStartedError extends Error {
  constructor() {
    super('The worker stopped before the job began.');
    this.name = 'NotStartedError';
  }
}

async function endJob(
  task: Task,
  dependencies: JobDependencies,
  { job, error }: { job: Job; error: Error },
): Promise<void> {
  const { database, logger, now } = dependencies;
  logger.error({ err: error, ...describe(job) }, 'a job is dead: it is not retried and is kept in dead_jobs');
  if (!(error instanceof InvalidPayloadError)) await task.onDead?.(job.payload, dependencies);
  await storeDeadLetter(database, job, { error, at: now() });
}

/** After 32,766 tenants, two of them share a lane. Only jobs of the maintenance have no tenant. */
function tenantIdOf(payload: unknown): string | undefined {
  const hasTenant = typeof payload === 'object' && payload !== null && 'tenantId' in payload;
  return hasTenant ? String(payload.tenantId) : undefined;
}

/** Returns the position in the trace of the transaction that added the job. It is an additional key of the payload. */
function traceOf(payload: unknown): Trace | undefined {
  const hasTrace = typeof payload === 'object' && payload !== null && 'traceparent' in payload;
  return hasTrace ? readTrace(payload.traceparent) : undefined;
}

function describeSpan({ id, task_identifier: task, attempts }: Job): SpanStart {
  return {
    name: `process ${task}`,
    kind: 'consumer',
    attributes: {
      'messaging.system': 'graphile_worker',
      'messaging.operation.name': 'process',
      'messaging.operation.type': 'process',
      'messaging.destination.name': task,
      'messaging.message.id': id,
      'parley.job.attempt': attempts,
    },
  };
}

function describe({ id, task_identifier, attempts }: Job) {
  return { jobId: id, task: task_identifier, attempts };
}
