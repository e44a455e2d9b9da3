import type { EndpointHealth } from '../outcome/endpoint-health.js';
import { requestOnce } from './admission.js';
import { createEndpointBulkhead, type EndpointBulkhead } from './endpoint-bulkhead.js';

/** Makes the calls of jobs to endpoints that tenants chose. Such an endpoint may be slow or may never respond. */
export interface OutboundCalls {
  /**
   * Makes one call when the bulkhead admits it. Otherwise nothing is sent, and the job must be run again at `retryAt`.
   * The job releases its slot before the call, so that a slow endpoint does not delay other jobs.
   */
  call<Result>(
    endpointKey: string,
    work: () => Promise<Result>,
    healthOf: (result: Result) => EndpointHealth,
  ): Promise<OutboundCall<Result>>;
}

export type OutboundCall<Result> =
  | { readonly kind: 'completed'; readonly result: Result }
  | { readonly kind: 'rejected'; readonly retryAt: Date };

/** The number of jobs that tenants share. A tenant that is alone can have 128 of them. */
const sharedCalls = 170;

/**
 * The number of jobs that may wait for an endpoint at the same time. Each holds a connection and little else. When the
 * tenants have used up what they share, each other tenant can still have one.
 */
export const maxOutboundCalls = 2 * sharedCalls;

/**
 * An endpoint that keeps failing gets one call at a time until one succeeds. Unlike the circuit of a webhook, this one
 * does not stay open for longer and longer: a message or a call fails only after its last attempt, so attempts must not
 * be delayed.
 */
export function createOutboundBulkhead(): EndpointBulkhead {
  return createEndpointBulkhead({
    maxInFlight: 16,
    maxTotal: sharedCalls,
    firstOpenMs: 0,
    maxOpenMs: 0,
  });
}

export interface OutboundCallsOptions {
  /** Whose calls these are, as a name for the bulkhead. */
  readonly tenant: string;
  readonly bulkhead: EndpointBulkhead;
  readonly now: () => Date;
  readonly releaseSlot: () => void;
}

export function createOutboundCalls(options: OutboundCallsOptions): OutboundCalls {
  const { tenant, bulkhead, now, releaseSlot } = options;
  return {
    async call(endpointKey, work, healthOf) {
      const admission = bulkhead.tryAcquire({ tenant, key: endpointKey });
      if (admission.kind === 'rejected')
        return { kind: 'rejected', retryAt: new Date(now().getTime() + Math.ceil(admission.waitMs)) };
      releaseSlot();
      const { result } = await requestOnce(admission, work, healthOf);
      return { kind: 'completed', result };
    },
  };
}
