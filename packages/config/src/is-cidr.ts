import { BlockList, isIP } from 'node:net';

/** Whether the text is a range of addresses such as 10.0.0.0/8 or fd00::/8. */
export function isCidr(text: string): boolean {
  const [address = '', prefix = ''] = text.split('/');
  const family = isIP(address);
  if (family === 0 || !/^\d{1,3}$/.test(prefix)) return false;
  try {
    new BlockList().addSubnet(address, Number(prefix), family === 6 ? 'ipv6' : 'ipv4');
    return true;
  } catch {
    return false;
  }
}
