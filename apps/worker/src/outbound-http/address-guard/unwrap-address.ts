import ipaddr from 'ipaddr.js';

/**
 * Returns the IPv4 address that an IPv6 address leads to through a translator or a tunnel; undefined for any other
 * address.
 */
export function unwrapAddress(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  if (address.match(unspecifiedAndLoopback)) return undefined;
  const form = wrappedForms.find(({ range }) => address.match(range));
  return form && new ipaddr.IPv4(form.octets(address.toByteArray()));
}

const unspecifiedAndLoopback = ipaddr.IPv6.parseCIDR('::/127');
const lastFour = (bytes: readonly number[]) => bytes.slice(12);

const wrappedForms = [
  // IPv4-compatible, RFC 4291 section 2.5.5.1.
  { range: ipaddr.IPv6.parseCIDR('::/96'), octets: lastFour },
  // IPv4-mapped, RFC 4291 section 2.5.5.2.
  { range: ipaddr.IPv6.parseCIDR('::ffff:0:0/96'), octets: lastFour },
  // IPv4-translated, RFC 2765.
  { range: ipaddr.IPv6.parseCIDR('::ffff:0:0:0/96'), octets: lastFour },
  // NAT64, RFC 6052.
  { range: ipaddr.IPv6.parseCIDR('64:ff9b::/96'), octets: lastFour },
  // NAT64 with a prefix of the local network, RFC 8215.
  { range: ipaddr.IPv6.parseCIDR('64:ff9b:1::/48'), octets: lastFour },
  // 6to4, RFC 3056.
  { range: ipaddr.IPv6.parseCIDR('2002::/16'), octets: (bytes: readonly number[]) => bytes.slice(2, 6) },
  // Teredo hides the client's address by inverting its bits, RFC 4380 section 4.
  {
    range: ipaddr.IPv6.parseCIDR('2001::/32'),
    octets: (bytes: readonly number[]) => lastFour(bytes).map((byte) => byte ^ 0xff),
  },
];
