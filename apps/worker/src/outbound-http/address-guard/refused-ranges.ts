/**
 * Ranges that no webhook may reach, from the IANA special-purpose address registries. The description explains to the
 * owner of the webhook why the address was refused.
 */
export const refusedRanges: readonly (readonly [cidr: string, description: string])[] = [
  ['0.0.0.0/8', 'unspecified'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'carrier-grade NAT'],
  ['127.0.0.0/8', 'loopback'],
  // The platform service of Azure machines listens on this otherwise public address.
  ['168.63.129.16/32', 'cloud metadata'],
  ['169.254.169.254/32', 'cloud metadata'],
  ['169.254.0.0/16', 'link-local'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'reserved'],
  ['192.0.2.0/24', 'documentation'],
  ['192.31.196.0/24', 'reserved'],
  ['192.52.193.0/24', 'reserved'],
  ['192.88.99.0/24', 'reserved'],
  ['192.168.0.0/16', 'private'],
  ['192.175.48.0/24', 'reserved'],
  ['198.18.0.0/15', 'benchmarking'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['255.255.255.255/32', 'broadcast'],
  ['240.0.0.0/4', 'reserved'],

  ['::/128', 'unspecified'],
  ['::1/128', 'loopback'],
  ['fd00:ec2::254/128', 'cloud metadata'],
  ['fc00::/7', 'private'],
  ['fe80::/10', 'link-local'],
  ['fec0::/10', 'private'],
  ['ff00::/8', 'multicast'],
  ['100::/64', 'reserved'],
  ['2001:2::/48', 'benchmarking'],
  ['2001::/32', 'a Teredo tunnel'],
  ['2001::/23', 'reserved'],
  ['2001:db8::/32', 'documentation'],
  ['2002::/16', 'a 6to4 tunnel'],
  ['2620:4f:8000::/48', 'reserved'],
  ['3fff::/20', 'documentation'],
];
