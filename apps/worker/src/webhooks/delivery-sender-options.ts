import type { Sizes } from '@parley/core';
import type { Database } from '@parley/database';
import type { Logger } from 'pino';
import type { WorkerConfig } from '../config/worker-config.js';
import type { CountDelivered } from '../metrics/count-delivered.js';
import type { WorkerMetrics } from '../metrics/worker-metrics.js';
import type { GuardedAgent } from '../outbound-http/request/guarded-agent.js';

export interface DeliverySenderOptions {
  readonly database: Database;
  readonly now: () => Date;
  readonly sizes: Sizes;
  readonly logger: Logger;
  readonly config: WorkerConfig;
  readonly newLeaseToken: () => string;
  readonly agent: GuardedAgent;
  /** The deadline of an attempt. Default is that of `postEvent`. */
  readonly requestMs?: number | undefined;
  readonly metrics: WorkerMetrics;
  readonly countDelivered: CountDelivered;
}
