import { createGuardedConnector, type GuardedConnectorOptions } from './guarded-connector.js';
import { type Borrower, OriginConnections } from './origin-connections.js';

/** The connections to all receivers; every new one goes only to addresses that were checked. */
export interface GuardedAgent {
  lendConnection(origin: string, borrower: Borrower): void;
  /** Takes no more requests, lets those under way end, then resolves. */
  close(): Promise<void>;
  /** Ends requests under way with an error and closes every connection now. */
  destroy(): void;
}

export interface GuardedAgentOptions extends GuardedConnectorOptions {
  readonly connectionsPerOrigin?: number;
  readonly maxConnectionAgeMs?: number;
  readonly now?: () => number;
}

export function createGuardedAgent(options: GuardedAgentOptions = {}): GuardedAgent {
  const { connectionsPerOrigin = 64, maxConnectionAgeMs = 30_000, now = Date.now } = options;
  const origins = new Map<string, OriginConnections>();
  const clientOptions = {
    connect: createGuardedConnector(options),
    pipelining: 1,
    maxHeaderSize: 16 * 1024,
    // The deadline of the whole exchange replaces the timeouts of its parts.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  let isClosed = false;
  let onClosed: (() => void) | undefined;

  function add(origin: string): OriginConnections {
    const connections = new OriginConnections(origin, {
      clientOptions,
      maxConnections: connectionsPerOrigin,
      maxAgeMs: maxConnectionAgeMs,
      now,
      onEmpty: () => {
        origins.delete(origin);
        if (origins.size === 0) onClosed?.();
      },
    });
    origins.set(origin, connections);
    return connections;
  }

  return {
    lendConnection(origin, borrower) {
      if (isClosed) borrower.borrow(undefined);
      else (origins.get(origin) ?? add(origin)).lendTo(borrower);
    },
    async close() {
      isClosed = true;
      const closed = new Promise<void>((resolve) => {
        onClosed = resolve;
      });
      for (const connections of origins.values()) connections.close();
      if (origins.size > 0) await closed;
    },
    destroy() {
      isClosed = true;
      for (const connections of origins.values()) connections.destroy();
    },
  };
}
