import { isIP } from 'node:net';
import { buildConnector, type Dispatcher } from 'undici';
import { createAddressCheck } from './check-address.js';
import { createGuardedLookup, refuseAddress } from './guarded-lookup.js';
import { OriginPools } from './origin-pools.js';
import { createNameResolver, type ResolveName } from './resolve-name.js';

/** Connections to receivers; every new one goes only to addresses that were checked. */
export interface GuardedAgent {
  dispatch(origin: string, options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void;
  /** Lets running requests end, then closes every connection. */
  close(): Promise<void>;
  /** Ends running requests and closes every connection now. */
  destroy(): Promise<void>;
}

export interface GuardedAgentOptions {
  /** Ranges opened by the operator, from WEBHOOK_ALLOWED_CIDRS. */
  readonly allowedCidrs?: readonly string[];
  readonly resolve?: ResolveName;
  readonly connectionsPerOrigin?: number;
  readonly maxConnectionAgeMs?: number;
  readonly connectTimeoutMs?: number;
  /** PEM certificates to trust instead of the public authorities. */
  readonly ca?: string;
  readonly now?: () => number;
}

export function createGuardedAgent(options: GuardedAgentOptions = {}): GuardedAgent {
  const pools = new OriginPools({
    maxAgeMs: options.maxConnectionAgeMs ?? 30_000,
    now: options.now ?? Date.now,
    poolOptions: {
      connect: createGuardedConnector(options),
      connections: options.connectionsPerOrigin ?? 64,
      pipelining: 1,
      maxHeaderSize: 16 * 1024,
      // The deadline of the whole exchange replaces the timeouts of its parts.
      headersTimeout: 0,
      bodyTimeout: 0,
    },
  });

  return {
    dispatch: (origin, request, handler) => pools.find(origin).dispatch(request, handler),
    close: () => pools.close(),
    destroy: () => pools.destroy(),
  };
}

function createGuardedConnector(options: GuardedAgentOptions): buildConnector.connector {
  const checkAddress = createAddressCheck(options.allowedCidrs);
  const connect = buildConnector({
    lookup: createGuardedLookup(checkAddress, options.resolve ?? createNameResolver()),
    timeout: options.connectTimeoutMs ?? 15_000,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 1_000,
    ...(options.ca && { ca: options.ca }),
  });

  return (target, callback) => {
    const { hostname } = target;
    // A socket looks up names only, so a host that is an address already is checked here.
    if (isIP(hostname) !== 0) {
      const refusal = refuseAddress(checkAddress, hostname, hostname);
      if (refusal) queueMicrotask(() => callback(refusal, null));
      else connect(target, callback);
      return;
    }
    // The final dot of an absolute name is no part of the server name, RFC 6066 section 3.
    connect({ ...target, servername: hostname.replace(/\.$/, '') }, callback);
  };
}
