import type { Context, JobPayloads, Sizes } from '@parley/core';
import type { Database } from '@parley/database';
import type { Trace } from '@parley/tracing';
import type { Logger } from 'pino';
import type { WorkerConfig } from '../config/worker-config.js';
import type { CountDelivered } from '../metrics/count-delivered.js';
import type { WorkerMetrics } from '../metrics/worker-metrics.js';
import type { OutboundCalls } from '../outbound-http/bulkhead/outbound-calls.js';
import type { GuardedAgent } from '../outbound-http/request/guarded-agent.js';
import type { JobLane } from './job-lane.js';

/** What the worker passes to every task. */
export interface WorkerDependencies {
  readonly database: Database;
  readonly now: () => Date;
  readonly sizes: Sizes;
  /** For the use cases of the tenant of the job; it adds jobs that are not bulk work. */
  readonly context: Context;
  readonly logger: Logger;
  readonly config: WorkerConfig;
  readonly metrics: Pick<
    WorkerMetrics,
    'countRefusedRun' | 'countExpired' | 'noteMaintenance' | 'observeProviderCall'
  >;
  /** Returns a fencing token for a lease of this worker. */
  readonly newLeaseToken: () => string;
  /** For requests to addresses that tenants choose; it connects only to allowed addresses. */
  readonly agent: GuardedAgent;
  /** The deadline of each request to a receiver or a provider. Default is a deadline for each kind of request. */
  readonly requestMs?: number | undefined;
  /** Claims deliveries of one event and starts to send them; resolves when all are claimed. */
  readonly startDeliveries: StartDeliveries;
  /** Counts an event that a receiver has accepted. */
  readonly countDelivered: CountDelivered;
  /** Makes every request whose response a job waits for. */
  readonly outboundCalls: OutboundCalls;
  /** The lane of the job. */
  readonly lane: JobLane;
  /** Whether the job is bulk work; if so, the jobs that it adds are bulk work too. */
  readonly isBulk: boolean;
  /** Aborted when the worker is stopping: a task then releases the work that it has not finished. */
  readonly signal: AbortSignal;
}

/**
 * Claims deliveries of one event and starts to send each of them as soon as it is claimed. Resolves when all are
 * claimed, not when the receivers have responded: the leases protect them from then on, so that a slow receiver does
 * not delay any job. `trace` is the position of the job.
 */
export type StartDeliveries = (
  deliveries: JobPayloads['deliver-event'],
  lane: JobLane,
  trace?: Trace,
) => Promise<void>;
