import { connect, isIP, type Socket } from 'node:net';
import { allowsHost, isLoopbackHost, type ProviderCallOptions, type SocketAddress } from '@parley/channels';
import { Agent, type buildConnector } from 'undici';
import type { WorkerConfig } from '../config/worker-config.js';
import type { WorkerDependencies } from '../jobs/worker-dependencies.js';
import { createAddressCheck } from '../outbound-http/address-guard/check-address.js';
import { createGuardedConnector } from '../outbound-http/address-guard/guarded-connector.js';
import { createGuardedLookup, refuseAddress } from '../outbound-http/address-guard/guarded-lookup.js';
import { createNameResolver } from '../outbound-http/address-guard/resolve-name.js';
import { RequestError } from '../outbound-http/outcome/request-outcome.js';
import { ChannelPace } from './channel-pace.js';
import { createSendingBatches, type SendingBatches } from './sending-batches.js';

/**
 * The objects that all messages of a worker process share: the connections to providers, the pace of each channel, and the
 * statements.
 */
export interface ProviderAccess extends Required<Pick<ProviderCallOptions, 'dispatcher' | 'openSocket'>> {
  readonly pace: ChannelPace;
  readonly batches: SendingBatches;
}

type ProviderLimits = Pick<WorkerConfig, 'webhookAllowedCidrs' | 'providerAllowedHosts'>;

/**
 * How long a connection stays open without a request, at most. Tenants choose the hosts, and without this a host can ask
 * for ten minutes.
 */
const maxIdleMs = 30_000;

const accesses = new WeakMap<object, ProviderAccess>();

export function providerAccessOf(dependencies: Pick<WorkerDependencies, 'config'>): ProviderAccess {
  const known = accesses.get(dependencies.config);
  if (known) return known;
  const access = createProviderAccess(dependencies.config);
  accesses.set(dependencies.config, access);
  return access;
}

/**
 * Tenants choose the addresses of providers in the settings of channels, so they are checked like the addresses of
 * webhooks.
 */
export function createProviderAccess(
  config: ProviderLimits,
  keepAliveMaxTimeout: number = maxIdleMs,
): ProviderAccess {
  const allowedCidrs = config.webhookAllowedCidrs ?? [];
  const connectGuarded = createGuardedConnector({ allowedCidrs });
  const connector: buildConnector.connector = (target, callback) => {
    const refusal = refuseTarget(target, config);
    if (refusal) return queueMicrotask(() => callback(new NotConnectedError(refusal), null));
    connectGuarded(target, (...[error, socket]) => {
      if (error) callback(new NotConnectedError(error), null);
      else callback(null, socket);
    });
  };
  const pace = new ChannelPace();
  return {
    dispatcher: new Agent({ connect: connector, connections: 64, keepAliveMaxTimeout }),
    openSocket: createSocketOpener(config),
    pace,
    batches: createSendingBatches(pace),
  };
}

/**
 * A provider's response can name other hosts, for media and by redirects, so every connection is checked. For HTTP it
 * is known before connecting whether a connection is encrypted; for email the settings are checked.
 */
function refuseTarget(
  { hostname, protocol }: { readonly hostname: string; readonly protocol?: string },
  { providerAllowedHosts }: ProviderLimits,
): RequestError | undefined {
  if (!allowsHost(providerAllowedHosts, hostname))
    return new RequestError('refused_address', `PROVIDER_ALLOWED_HOSTS does not contain "${hostname}".`);
  if (protocol === 'http:' && !isLoopbackHost(hostname))
    return new RequestError('refused_address', `A connection to "${hostname}" would not be encrypted.`);
  return undefined;
}

function createSocketOpener(config: ProviderLimits) {
  const checkAddress = createAddressCheck(config.webhookAllowedCidrs ?? []);
  const lookup = createGuardedLookup(checkAddress, createNameResolver());
  return async ({ host, port, signal }: SocketAddress): Promise<Socket> => {
    const refusal =
      refuseTarget({ hostname: host }, config) ??
      (isIP(host) === 0 ? undefined : refuseAddress(checkAddress, host, host));
    if (refusal) throw new NotConnectedError(refusal);
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port, lookup, signal });
      const fail = (error: Error) => reject(new NotConnectedError(error));
      socket.once('error', fail);
      socket.once('connect', () => {
        socket.off('error', fail);
        resolve(socket);
      });
    });
  };
}

/** There was no connection yet, so the provider cannot have the message, whatever the cause was. */
class NotConnectedError extends Error {
  readonly code = 'EHOSTUNREACH';

  constructor(cause: Error) {
    super(`No connection to the provider: ${cause.message}`, { cause });
    this.name = 'NotConnectedError';
  }
}
