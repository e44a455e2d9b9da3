import { BlockList, isIP } from 'node:net';
import { normalizeHost } from './destination.js';

/**
 * Whether the operator's list contains the host. `*.example.com` stands for all names below `example.com` and not for
 * `example.com` itself. Without a list every host is allowed.
 */
export function allowsHost(allowedHosts: readonly string[] | undefined, host: string): boolean {
  if (allowedHosts === undefined) return true;
  const name = normalizeHost(host);
  return allowedHosts.some((entry) => {
    const pattern = normalizeHost(entry);
    return pattern.startsWith('*.') ? isIP(name) === 0 && name.endsWith(pattern.slice(1)) : name === pattern;
  });
}

/**
 * Whether the name alone shows that the server is on this machine. Resolvers return loopback for these names (RFC 6761,
 * section 6.3).
 */
export function isLoopbackHost(host: string): boolean {
  const name = normalizeHost(host);
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  const family = isIP(name);
  return family !== 0 && loopback.check(name, family === 6 ? 'ipv6' : 'ipv4');
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');
