import type { Admission } from './admission.js';
import { EndpointState } from './endpoint-state.js';

/** Limits the requests to each endpoint, so that a slow or broken one does not use up the capacity of all others. */
export interface EndpointBulkhead {
  tryAcquire(endpointKey: string): Admission;
  /** Like `tryAcquire`, but waits for a moment when the circuit is closed and only the concurrency limit is reached. */
  acquire(endpointKey: string): Promise<Admission>;
  /** Rejects all callers, including those that wait. */
  close(): void;
  /** The number of endpoints that are kept in memory now. */
  readonly size: number;
  /** Returns the number of endpoints whose circuit is open or half-open. */
  countOpen(): number;
}

export interface BulkheadOptions {
  readonly now?: () => number;
  readonly maxInFlight?: number;
  /** The limit for all endpoints together. The less of it is left, the fewer requests an endpoint may have. */
  readonly maxTotal?: number;
  readonly failuresToOpen?: number;
  readonly firstOpenMs?: number;
  readonly maxOpenMs?: number;
  readonly maxQueued?: number;
  readonly maxQueuedMs?: number;
}

const minSizeToSweep = 1_000;

/** An endpoint may use this fraction of the remaining capacity, so that a few endpoints cannot use all of it. */
const largestShare = 1 / 8;

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
  const { now = Date.now, ...given } = options;
  const limits = { ...defaults, ...given };
  const endpoints = new Map<string, EndpointState>();
  let sizeToSweep = minSizeToSweep;
  let isClosed = false;
  let total = 0;

  return {
    tryAcquire(key) {
      const nowMs = now();
      return admitOrReject(endpoints.get(key) ?? add(key, nowMs), nowMs);
    },
    async acquire(key) {
      const nowMs = now();
      const endpoint = endpoints.get(key) ?? add(key, nowMs);
      const isOnlyFull = !admits(endpoint, nowMs) && !endpoint.isOpen(nowMs);
      if (isClosed || !isOnlyFull || !endpoint.queue.hasRoom) return admitOrReject(endpoint, nowMs);
      return endpoint.queue.add(() => reject(endpoint, now()));
    },
    close() {
      isClosed = true;
      for (const endpoint of endpoints.values()) serveQueue(endpoint);
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
    return endpoint.admits(nowMs, Math.ceil((limits.maxTotal - total) * largestShare));
  }

  function admit(endpoint: EndpointState, nowMs: number): Admission {
    const attempt = endpoint.start(nowMs);
    total += 1;
    return {
      kind: 'admitted',
      release(health) {
        const end = endpoint.end(attempt, health, now());
        if (end === 'ended_before') return false;
        total -= 1;
        serveQueue(endpoint);
        return end === 'recovered';
      },
    };
  }

  function reject(endpoint: EndpointState, nowMs: number): Admission {
    return { kind: 'rejected', retryAtMs: isClosed ? nowMs : endpoint.nextRetryAtMs(nowMs) };
  }

  function serveQueue(endpoint: EndpointState): void {
    while (!endpoint.queue.isEmpty) {
      const nowMs = now();
      const mustWait = !isClosed && !admits(endpoint, nowMs) && !endpoint.isOpen(nowMs);
      if (mustWait) return;
      endpoint.queue.resolveFirst(admitOrReject(endpoint, nowMs));
    }
  }

  function add(key: string, nowMs: number): EndpointState {
    if (endpoints.size >= sizeToSweep) sweep(nowMs);
    const endpoint = new EndpointState(limits);
    endpoints.set(key, endpoint);
    return endpoint;
  }

  function sweep(nowMs: number): void {
    for (const [key, endpoint] of endpoints) if (endpoint.isForgettable(nowMs)) endpoints.delete(key);
    sizeToSweep = Math.max(minSizeToSweep, endpoints.size * 2);
  }
}
