import { isIP, type LookupFunction } from 'node:net';
import { DeliveryFailure } from '../outcome/request-outcome.js';
import type { CheckAddress } from './check-address.js';
import type { ResolveName } from './resolve-name.js';

/**
 * The look-up of a socket. The socket connects to the addresses given here and asks no second time,
 * so a name cannot change its address between check and connection.
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
      throw new DeliveryFailure('dns', `The host name "${hostname}" could not be resolved${codeOf(error)}.`);
    });
    for (const address of addresses) {
      const refusal = refuseAddress(checkAddress, hostname, address);
      if (refusal) throw refusal;
    }

    const [first, ...others] = addresses.map((address) => ({ address, family: isIP(address) }));
    if (!first) throw new DeliveryFailure('dns', `The host name "${hostname}" has no address.`);
    return [first, ...others];
  }
}

interface FoundAddress {
  readonly address: string;
  readonly family: number;
}

/** The message does not show the address: it may tell a stranger how our network is laid out. */
export function refuseAddress(
  checkAddress: CheckAddress,
  hostname: string,
  address: string,
): DeliveryFailure | undefined {
  const description = checkAddress(address);
  if (description === undefined) return undefined;
  return new DeliveryFailure(
    'refused_address',
    `Webhooks may not be sent to "${hostname}": its address is refused (${description}).`,
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? ` (${error.code})` : '';
}
