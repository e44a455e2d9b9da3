import type { GateEntry } from './admission.js';
import { EndpointState } from './endpoint-state.js';

/** Keeps one slow or broken endpoint from taking the attempts of all others. */
export interface EndpointGate {
  tryEnter(endpointKey: string): GateEntry;
  /** The same, but waits a moment in line when the endpoint is well and only all its places are taken. */
  enter(endpointKey: string): Promise<GateEntry>;
  /** Sends away all who wait in line, and all who come: nothing more is to be sent. */
  close(): void;
  /** Endpoints that are kept in memory now. */
  readonly size: number;
}

export interface EndpointGateOptions {
  readonly now?: () => number;
  readonly maxInFlight?: number;
  /** Of all endpoints together. The fewer places are left, the fewer an endpoint may take. */
  readonly maxTotal?: number;
  readonly failuresToOpen?: number;
  readonly firstPauseMs?: number;
  readonly maxPauseMs?: number;
  readonly maxInLine?: number;
  readonly maxLineMs?: number;
}

const minSizeToSweep = 1_000;

/** An endpoint may take this part of the places that are left, so that no few of them fill all. */
const largestShare = 1 / 8;

const defaults = {
  maxInFlight: 8,
  maxTotal: Number.POSITIVE_INFINITY,
  failuresToOpen: 5,
  firstPauseMs: 5_000,
  maxPauseMs: 300_000,
  maxInLine: 64,
  maxLineMs: 1_000,
};

export function createEndpointGate(options: EndpointGateOptions = {}): EndpointGate {
  const { now = Date.now, ...given } = options;
  const limits = { ...defaults, ...given };
  const endpoints = new Map<string, EndpointState>();
  let sizeToSweep = minSizeToSweep;
  let isClosed = false;
  let total = 0;

  return {
    tryEnter(key) {
      const nowMs = now();
      return enterOrWait(endpoints.get(key) ?? add(key, nowMs), nowMs);
    },
    async enter(key) {
      const nowMs = now();
      const endpoint = endpoints.get(key) ?? add(key, nowMs);
      const isOnlyFull = !admits(endpoint, nowMs) && !endpoint.isResting(nowMs);
      if (isClosed || !isOnlyFull || !endpoint.line.hasRoom) return enterOrWait(endpoint, nowMs);
      return endpoint.line.join(() => sendAway(endpoint, now()));
    },
    close() {
      isClosed = true;
      for (const endpoint of endpoints.values()) serveLine(endpoint);
    },
    get size() {
      return endpoints.size;
    },
  };

  function enterOrWait(endpoint: EndpointState, nowMs: number): GateEntry {
    return admits(endpoint, nowMs) && !isClosed ? admit(endpoint, nowMs) : sendAway(endpoint, nowMs);
  }

  function admits(endpoint: EndpointState, nowMs: number): boolean {
    return endpoint.admits(nowMs, Math.ceil((limits.maxTotal - total) * largestShare));
  }

  function admit(endpoint: EndpointState, nowMs: number): GateEntry {
    const attempt = endpoint.start(nowMs);
    total += 1;
    return {
      kind: 'entered',
      leave(health) {
        const end = endpoint.end(attempt, health, now());
        if (end === 'ended_before') return false;
        total -= 1;
        serveLine(endpoint);
        return end === 'recovered';
      },
    };
  }

  function sendAway(endpoint: EndpointState, nowMs: number): GateEntry {
    return { kind: 'wait', untilMs: isClosed ? nowMs : endpoint.nextTurn(nowMs) };
  }

  function serveLine(endpoint: EndpointState): void {
    while (!endpoint.line.isEmpty) {
      const nowMs = now();
      const isToWait = !isClosed && !admits(endpoint, nowMs) && !endpoint.isResting(nowMs);
      if (isToWait) return;
      endpoint.line.serveFirst(enterOrWait(endpoint, nowMs));
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
