import {
  type BulkheadOptions,
  createEndpointBulkhead,
  type Endpoint,
  type EndpointBulkhead,
} from '../../../src/outbound-http/bulkhead/endpoint-bulkhead.js';
import { endpointHealthOf } from '../../../src/outbound-http/outcome/endpoint-health.js';
import type { FailureReason, RequestOutcome } from '../../../src/outbound-http/outcome/request-outcome.js';

export interface AdmittedAttempt {
  end(outcome: RequestOutcome): void;
}

export const responded = (statusCode: number): RequestOutcome => ({
  kind: 'responded',
  statusCode,
  durationMs: 1,
  bodyText: '',
});

export const failed = (reason: FailureReason): RequestOutcome => ({
  kind: 'failed',
  reason,
  message: '',
  durationMs: 1,
});

/** Creates a bulkhead whose clock moves only on demand. */
export function createTestBulkhead(options: BulkheadOptions = {}) {
  // A process starts with a steady clock near 0.
  const clock = { nowMs: 1 };
  const bulkhead = createEndpointBulkhead({ now: () => clock.nowMs, ...options });
  return {
    clock,
    bulkhead,
    /** Admits an attempt; fails when it is rejected. */
    admit: (key = 'a', tenant = 'tenant') => admit(bulkhead, { tenant, key }),
    /** Returns after how long a rejected attempt may be retried; fails when it is admitted. */
    rejectedForMs: (key = 'a') => {
      const admission = bulkhead.tryAcquire({ tenant: 'tenant', key });
      if (admission.kind !== 'rejected') throw new Error(`"${key}" was admitted.`);
      return admission.waitMs;
    },
  };
}

function admit(bulkhead: EndpointBulkhead, endpoint: Endpoint): AdmittedAttempt {
  const admission = bulkhead.tryAcquire(endpoint);
  if (admission.kind !== 'admitted') throw new Error(`"${endpoint.key}" was rejected.`);
  return { end: (outcome) => admission.release(endpointHealthOf(outcome)) };
}
