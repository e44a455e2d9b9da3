import { isIP, type LookupFunction } from 'node:net';
import { RequestError } from '../outcome/request-outcome.js';
import type { CheckAddress } from './check-address.js';
import type { ResolveName } from './resolve-name.js';

/**
 * Creates the DNS lookup of a socket. The socket connects to the addresses that are returned here and does not look up
 * again, so a name cannot change its address between check and connection (DNS rebinding).
 */
export function createGuardedLookup(checkAddress: CheckAddress, resolveName: ResolveName): LookupFunction {
  return (hostname, options, callback) => {
    findAllowedAddresses(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, ''),
    );
  };

  async function findAllowedAddresses(hostname: string): Promise<[FoundAddress, ...FoundAddress[]]> {
    const addresses = await resolveName(hostname).catch((error: unknown) => {
      throw new RequestError('dns', `The host name "${hostname}" could not be resolved${codeOf(error)}.`);
    });
    for (const address of addresses) {
      const refusal = refuseAddress(checkAddress, hostname, address);
      if (refusal) throw refusal;
    }

    const [first, ...others] = addresses.map((address) => ({ address, family: isIP(address) }));
    if (!first) throw new RequestError('dns', `The host name "${hostname}" has no address.`);
    return [first, ...others];
  }
}

interface FoundAddress {
  readonly address: string;
  readonly family: number;
}

/** The message does not show the address, which could reveal the layout of our network. */
export function refuseAddress(
  checkAddress: CheckAddress,
  hostname: string,
  address: string,
): RequestError | undefined {
  const description = checkAddress(address);
  if (description === undefined) return undefined;
  return new RequestError(
    'refused_address',
    `Webhooks may not be sent to "${hostname}": its address is refused (${description}).`,
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? ` (${error.code})` : '';
}
