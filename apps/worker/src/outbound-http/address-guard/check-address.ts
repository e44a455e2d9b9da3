import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { refusedRanges } from './refused-ranges.js';
import { unwrapAddress } from './unwrap-address.js';

/** Returns `undefined` when a webhook may connect to the address, and otherwise the kind of address. */
export type CheckAddress = (address: string) => string | undefined;

/** Creates the check; `allowedCidrs` allows ranges that are refused by default. */
export function createAddressCheck(allowedCidrs: readonly string[] = []): CheckAddress {
  const allowed = allowedCidrs.map(parseAllowedCidr);

  return (text) => {
    const address = readAddress(text);
    if (!address) return 'not an IP address';
    const inner = address instanceof ipaddr.IPv6 ? unwrapAddress(address) : undefined;
    return refuse(address, allowed) ?? (inner && refuse(inner, allowed));
  };
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = readonly [start: Address, prefixLength: number];

const refused = refusedRanges.map(([cidr, description]) => ({ range: ipaddr.parseCIDR(cidr), description }));
const globalUnicast = ipaddr.parseCIDR('2000::/3');
const nat64 = ipaddr.parseCIDR('64:ff9b::/96');
const mapped = ipaddr.parseCIDR('::ffff:0:0/96');

function refuse(address: Address, allowed: readonly Range[]): string | undefined {
  if (allowed.some((range) => isInside(address, range))) return undefined;
  const match = refused.find(({ range }) => isInside(address, range));
  if (match) return match.description;
  if (address.kind() === 'ipv4') return undefined;
  // These two forms are judged only by the IPv4 address inside them.
  if (isInside(address, mapped) || isInside(address, nat64)) return undefined;
  return isInside(address, globalUnicast) ? undefined : 'reserved';
}

function isInside(address: Address, [start, prefixLength]: Range): boolean {
  return address.kind() === start.kind() && address.match(start, prefixLength);
}

function parseAllowedCidr(text: string): Range {
  const [, address = '', digits = ''] = /^(.+)\/(\d{1,3})$/.exec(text.trim()) ?? [];
  const start = readAddress(address);
  const prefixLength = Number(digits);
  if (!start || prefixLength > start.toByteArray().length * 8) {
    throw new Error(
      `WEBHOOK_ALLOWED_CIDRS: "${text}" is not a range of addresses. Write ranges such as 10.0.0.0/8 or fd00::/8.`,
    );
  }
  return [start, prefixLength];
}

/**
 * The parser of ipaddr.js reads short and octal IPv4 forms, which the operating system may read differently, and takes
 * "::127.0.0.1" for "::ffff:127.0.0.1". So the text is checked and normalized first.
 */
function readAddress(text: string): Address | undefined {
  switch (isIP(text)) {
    case 4:
      return ipaddr.IPv4.parse(text);
    case 6: {
      const url = `http://[${text}]`;
      // A scoped address such as fe80::1%eth0 is not valid in a URL.
      return URL.canParse(url) ? ipaddr.IPv6.parse(new URL(url).hostname.slice(1, -1)) : undefined;
    }
    default:
      return undefined;
  }
}
