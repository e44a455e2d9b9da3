import type { Admission } from './admission.js';
import { EndpointState } from './endpoint-state.js';

/**
 * Limits the requests to each endpoint and of each tenant, so that a slow or broken endpoint does not use up the capacity
 * of all others, and a tenant with many such endpoints not that of other tenants.
 */
export interface EndpointBulkhead {
  tryAcquire(endpoint: Endpoint): Admission;
  /** Like `tryAcquire`, but waits for a moment when the circuit is closed and only the concurrency limit is reached. */
  acquire(endpoint: Endpoint): Promise<Admission>;
  /** Rejects all callers, including those that wait. */
  close(): void;
  /** The number of endpoints that are kept in memory now. */
  readonly size: number;
  /** Returns the number of endpoints whose circuit is open or half-open. */
  countOpen(): number;
}

export interface Endpoint {
  /** Whose share the request counts against. */
  readonly tenant: string;
  /** Unique among all tenants. */
  readonly key: string;
}

export interface BulkheadOptions {
  /** Milliseconds on a steady clock, which does not follow a step of the system clock. */
  readonly now?: () => number;
  readonly maxInFlight?: number;
  /**
   * The limit for all endpoints together. The less of it is left, the fewer requests a tenant and an endpoint may have.
   * As many tenants more may have one request each, so that a few tenants cannot use up the capacity.
   */
  readonly maxTotal?: number;
  readonly failuresToOpen?: number;
  readonly firstOpenMs?: number;
  readonly maxOpenMs?: number;
  readonly maxQueued?: number;
  readonly maxQueuedMs?: number;
}

const minSizeToSweep = 1_000;

/** A tenant may have this fraction of the requests that the others leave, so that there is room for another tenant. */
const tenantShare = 3 / 4;

/** An endpoint may use this fraction of what its tenant has left, so that a few endpoints cannot use all of it. */
const endpointShare = 1 / 8;

const defaults = {
  maxInFlight: 8,
  maxTotal: Number.POSITIVE_INFINITY,
  failuresToOpen: 5,
  firstOpenMs: 5_000,
  maxOpenMs: 300_000,
  maxQueued: 64,
  maxQueuedMs: 1_000,
};

export function createEndpointBulkhead(options: BulkheadOptions = {}): EndpointBulkhead {
  const { now = () => performance.now(), ...given } = options;
  const limits = { ...defaults, ...given };
  const endpoints = new Map<string, EndpointState>();
  const inFlight = new Map<string, number>();
  /** The endpoints with waiting callers, by tenant. Each in turn gets the capacity that becomes free. */
  const waiting = new Map<string, Set<EndpointState>>();
  let sizeToSweep = minSizeToSweep;
  let isClosed = false;
  let total = 0;

  return {
    tryAcquire(given) {
      const nowMs = now();
      return admitOrReject(stateOf(given, nowMs), nowMs);
    },
    async acquire(given) {
      const nowMs = now();
      const endpoint = stateOf(given, nowMs);
      const isOnlyFull = !admits(endpoint, nowMs) && !endpoint.isOpen(nowMs);
      if (isClosed || !isOnlyFull || !endpoint.queue.hasRoom) return admitOrReject(endpoint, nowMs);
      waiting.set(endpoint.tenant, (waiting.get(endpoint.tenant) ?? new Set()).add(endpoint));
      return endpoint.queue.add(() => {
        if (endpoint.queue.isEmpty) waiting.get(endpoint.tenant)?.delete(endpoint);
        return reject(endpoint, now());
      });
    },
    close() {
      isClosed = true;
      serveQueues();
    },
    get size() {
      return endpoints.size;
    },
    countOpen() {
      let open = 0;
      for (const endpoint of endpoints.values()) if (endpoint.isFailing) open += 1;
      return open;
    },
  };

  function admitOrReject(endpoint: EndpointState, nowMs: number): Admission {
    return admits(endpoint, nowMs) && !isClosed ? admit(endpoint, nowMs) : reject(endpoint, nowMs);
  }

  function admits(endpoint: EndpointState, nowMs: number): boolean {
    return endpoint.admits(nowMs, shareOf(endpoint.tenant));
  }

  /** Returns the number of requests that an endpoint of the tenant may have. */
  function shareOf(tenant: string): number {
    const ofTenant = inFlight.get(tenant) ?? 0;
    const left = Math.ceil((limits.maxTotal - (total - ofTenant)) * tenantShare) - ofTenant;
    const share = Math.ceil(left * endpointShare);
    const isFirst = ofTenant === 0 && total < 2 * limits.maxTotal;
    return isFirst ? Math.max(1, share) : share;
  }

  function admit(endpoint: EndpointState, nowMs: number): Admission {
    const attempt = endpoint.start(nowMs);
    count(endpoint.tenant, 1);
    return {
      kind: 'admitted',
      release(health) {
        const end = endpoint.end(attempt, health, now());
        if (end === 'ended_before') return false;
        count(endpoint.tenant, -1);
        serveQueues();
        return end === 'recovered';
      },
    };
  }

  function count(tenant: string, change: 1 | -1): void {
    total += change;
    const ofTenant = (inFlight.get(tenant) ?? 0) + change;
    if (ofTenant === 0) inFlight.delete(tenant);
    else inFlight.set(tenant, ofTenant);
  }

  function reject(endpoint: EndpointState, nowMs: number): Admission {
    return { kind: 'rejected', waitMs: isClosed ? 0 : Math.max(0, endpoint.nextRetryAtMs(nowMs) - nowMs) };
  }

  /**
   * A request that ends can leave room for a request of any tenant. The endpoints of a tenant that has no room are not read,
   * because there can be many.
   */
  function serveQueues(): void {
    for (const [tenant, endpoints] of waiting) {
      if (!isClosed && shareOf(tenant) <= 0) continue;
      const isServed = serveOne(endpoints);
      if (!isServed && endpoints.size > 0) continue;
      waiting.delete(tenant);
      // The loop reaches the tenant again after the others.
      if (endpoints.size > 0) waiting.set(tenant, endpoints);
    }
  }

  /** Returns false when the callers of all endpoints have to wait. */
  function serveOne(endpoints: Set<EndpointState>): boolean {
    for (const endpoint of endpoints) {
      const nowMs = now();
      const mustWait = !isClosed && !admits(endpoint, nowMs) && !endpoint.isOpen(nowMs);
      if (mustWait && !endpoint.queue.isEmpty) continue;
      endpoints.delete(endpoint);
      if (endpoint.queue.isEmpty) continue;
      endpoint.queue.resolveFirst(admitOrReject(endpoint, nowMs));
      endpoints.add(endpoint);
      return true;
    }
    return false;
  }

  function stateOf({ tenant, key }: Endpoint, nowMs: number): EndpointState {
    const known = endpoints.get(key);
    if (known) return known;
    if (endpoints.size >= sizeToSweep) sweep(nowMs);
    const endpoint = new EndpointState(tenant, limits);
    endpoints.set(key, endpoint);
    return endpoint;
  }

  function sweep(nowMs: number): void {
    for (const [key, endpoint] of endpoints) if (endpoint.isForgettable(nowMs)) endpoints.delete(key);
    sizeToSweep = Math.max(minSizeToSweep, endpoints.size * 2);
  }
}
