import { createGuardedConnector, type GuardedConnectorOptions } from '../address-guard/guarded-connector.js';
import { type ConnectionRequest, OriginConnections } from './origin-connections.js';

/** The connection pools of all endpoints; new connections go only to addresses that were checked. */
export interface GuardedAgent {
  acquireConnection(target: ConnectionTarget, request: ConnectionRequest): void;
  /** Accepts no more requests and resolves when those in flight have ended. */
  close(): Promise<void>;
  /** Ends requests in flight with an error and closes every connection now. */
  destroy(): void;
}

export interface ConnectionTarget {
  readonly origin: string;
  /** The owner of the connections: endpoints on one origin do not share them. */
  readonly endpoint: string;
}

export interface GuardedAgentOptions extends GuardedConnectorOptions {
  readonly connectionsPerTarget?: number;
  readonly maxConnectionAgeMs?: number;
  /** Milliseconds on a steady clock, which does not follow a step of the system clock. */
  readonly now?: () => number;
}

export function createGuardedAgent(options: GuardedAgentOptions = {}): GuardedAgent {
  const { connectionsPerTarget = 64, maxConnectionAgeMs = 30_000, now = () => performance.now() } = options;
  const targets = new Map<string, OriginConnections>();
  const clientOptions = {
    connect: createGuardedConnector(options),
    pipelining: 1,
    maxHeaderSize: 16 * 1024,
    // The deadline of the whole exchange replaces the timeouts of its parts.
    headersTimeout: 0,
    bodyTimeout: 0,
    // Without it, a receiver can ask for ten minutes, and its idle connections use up the sockets of the process.
    keepAliveMaxTimeout: maxConnectionAgeMs,
  };
  let isClosed = false;
  let onClosed: (() => void) | undefined;

  function add(key: string, origin: string): OriginConnections {
    const connections = new OriginConnections(origin, {
      clientOptions,
      maxConnections: connectionsPerTarget,
      maxAgeMs: maxConnectionAgeMs,
      now,
      onEmpty: () => {
        targets.delete(key);
        if (targets.size === 0) onClosed?.();
      },
    });
    targets.set(key, connections);
    return connections;
  }

  return {
    acquireConnection({ origin, endpoint }, request) {
      const key = `${origin} ${endpoint}`;
      if (isClosed) request.onConnection(undefined);
      else (targets.get(key) ?? add(key, origin)).acquireFor(request);
    },
    async close() {
      isClosed = true;
      const closed = new Promise<void>((resolve) => {
        onClosed = resolve;
      });
      for (const connections of targets.values()) connections.close();
      if (targets.size > 0) await closed;
    },
    destroy() {
      isClosed = true;
      for (const connections of targets.values()) connections.destroy();
    },
  };
}
