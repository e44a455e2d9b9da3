import type { DeliveryOutcome } from './delivery-outcome.js';
import { EndpointState } from './endpoint-state.js';

/** Keeps one slow or broken endpoint from taking the attempts of all others. */
export interface EndpointGate {
  tryEnter(endpointKey: string): GateEntry;
  /** Endpoints that are kept in memory now. */
  readonly size: number;
}

export type GateEntry =
  | { readonly kind: 'entered'; readonly leave: (outcome: DeliveryOutcome) => void }
  /** Nothing was sent and no attempt is to be counted: come back at this instant. */
  | { readonly kind: 'wait'; readonly untilMs: number };

export interface EndpointGateOptions {
  readonly now?: () => number;
  readonly maxInFlight?: number;
  readonly failuresToOpen?: number;
  readonly firstPauseMs?: number;
  readonly maxPauseMs?: number;
}

const minSizeToSweep = 1_000;

export function createEndpointGate(options: EndpointGateOptions = {}): EndpointGate {
  const { now = Date.now, ...given } = options;
  const limits = { maxInFlight: 8, failuresToOpen: 5, firstPauseMs: 5_000, maxPauseMs: 300_000, ...given };
  const endpoints = new Map<string, EndpointState>();
  let sizeToSweep = minSizeToSweep;

  return {
    tryEnter(key) {
      const nowMs = now();
      const endpoint = endpoints.get(key) ?? add(key, nowMs);
      if (!endpoint.admits(nowMs)) return { kind: 'wait', untilMs: endpoint.nextTurn(nowMs) };
      const attempt = endpoint.start(nowMs);
      return { kind: 'entered', leave: (outcome) => endpoint.end(attempt, outcome, now()) };
    },
    get size() {
      return endpoints.size;
    },
  };

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
