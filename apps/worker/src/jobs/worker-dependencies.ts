import type { JobPayloads } from '@parley/core';
import type { Database } from '@parley/database';
import type { Logger } from 'pino';
import type { WorkerConfig } from '../config/worker-config.js';
import type { Outside } from '../outbound-http/bulkhead/outbound-calls.js';
import type { GuardedAgent } from '../outbound-http/request/guarded-agent.js';

/** What the worker hands to every task. */
export interface WorkerDependencies {
  readonly database: Database;
  readonly now: () => Date;
  readonly logger: Logger;
  readonly config: WorkerConfig;
  /**
   * A new token for a lease of this worker. Its first six bytes name the worker, so that the leases of one that
   * died are found and ended; the rest is random.
   */
  readonly newLeaseToken: () => string;
  /** For requests to addresses that tenants name; it reaches only those that are allowed. */
  readonly agent: GuardedAgent;
  /** Claims a delivery and begins to send it; resolves when the claim is made. */
  readonly startDelivery: (delivery: JobPayloads['deliver']) => Promise<void>;
  /** For every exchange that a job waits for. */
  readonly outside: Outside;
  /** Aborted when the worker must stop soon: hand back what is not done. */
  readonly signal: AbortSignal;
}
