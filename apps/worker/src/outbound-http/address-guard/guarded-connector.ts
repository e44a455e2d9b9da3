import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import { createAddressCheck } from './check-address.js';
import { createGuardedLookup, refuseAddress } from './guarded-lookup.js';
import { createNameResolver, type ResolveName } from './resolve-name.js';

export interface GuardedConnectorOptions {
  /** The ranges that the operator allows with WEBHOOK_ALLOWED_CIDRS. */
  readonly allowedCidrs?: readonly string[];
  readonly resolve?: ResolveName;
  readonly connectTimeoutMs?: number;
  /** PEM certificates to trust instead of the public certificate authorities. */
  readonly ca?: string;
}

/** Opens connections for undici, only to addresses that were checked. */
export function createGuardedConnector(options: GuardedConnectorOptions): buildConnector.connector {
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
    // A socket looks up names only, so a host that is already an address is checked here.
    if (isIP(hostname) !== 0) {
      const refusal = refuseAddress(checkAddress, hostname, hostname);
      if (refusal) queueMicrotask(() => callback(refusal, null));
      else connect(target, callback);
      return;
    }
    // The final dot of an absolute name is not part of the server name (RFC 6066, section 3).
    connect({ ...target, servername: hostname.replace(/\.$/, '') }, callback);
  };
}
