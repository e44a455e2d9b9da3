import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** Returns all addresses of a host name; rejects when it has none. */
export type ResolveName = (hostname: string) => Promise<readonly string[]>;

export interface NameResolverOptions {
  /** Name servers as `address:port`. The default is the name servers of the system. */
  readonly servers?: readonly string[];
  readonly hostsPath?: string;
}

/**
 * Queries the name servers directly. `dns.lookup` would wait in the four threads of libuv, where a few names with an
 * unresponsive name server delay all other lookups.
 */
export function createNameResolver(options: NameResolverOptions = {}): ResolveName {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  if (options.servers) resolver.setServers(options.servers);
  const hostsPath = options.hostsPath ?? systemHostsPath;

  return async (hostname) => {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    // RFC 6761 section 6.3: these names are never sent to a name server.
    if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1'];
    const fixed = findInHosts(await readHosts(hostsPath), name);
    return fixed.length > 0 ? fixed : queryNameServers(resolver, name);
  };
}

const systemHostsPath =
  process.platform === 'win32' ? `${process.env.SystemRoot}\\System32\\drivers\\etc\\hosts` : '/etc/hosts';

async function readHosts(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    // A machine without the file has no fixed names.
    return '';
  }
}

function findInHosts(file: string, name: string): string[] {
  return file.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const isNamed = names.some((candidate) => candidate.toLowerCase() === name);
    return isNamed && isIP(address) !== 0 ? [address] : [];
  });
}

async function queryNameServers(resolver: Resolver, name: string): Promise<string[]> {
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = [v4, v6].flatMap((response) => (response.status === 'fulfilled' ? response.value : []));
  if (addresses.length === 0 && v4.status === 'rejected') throw v4.reason;
  return addresses;
}
