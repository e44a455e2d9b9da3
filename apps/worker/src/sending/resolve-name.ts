import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** All addresses of a host name; rejects when it has none. */
export type ResolveName = (hostname: string) => Promise<readonly string[]>;

/**
 * Asks the name servers directly. `dns.lookup` would wait in the four threads of libuv,
 * where a few names with a silent name server hold up the look-ups of all others.
 */
export const resolveName: ResolveName = async (hostname) => {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  // RFC 6761 section 6.3: these names are never asked of a name server.
  if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1'];
  const fixed = readHosts(await hostsFile(), name);
  return fixed.length > 0 ? fixed : askNameServers(hostname);
};

const resolver = new Resolver({ timeout: 3_000, tries: 2 });

async function askNameServers(hostname: string): Promise<string[]> {
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length === 0 && v4.status === 'rejected') throw v4.reason;
  return addresses;
}

const hostsPath =
  process.platform === 'win32' ? `${process.env.SystemRoot}\\System32\\drivers\\etc\\hosts` : '/etc/hosts';

async function hostsFile(): Promise<string> {
  try {
    return await readFile(hostsPath, 'utf8');
  } catch {
    // A machine without the file has no fixed names.
    return '';
  }
}

export function readHosts(file: string, name: string): string[] {
  return file.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return isIP(address) !== 0 && names.some((candidate) => candidate.toLowerCase() === name)
      ? [address]
      : [];
  });
}
