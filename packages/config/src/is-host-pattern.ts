import { isIP } from 'node:net';

/** Whether the text is a host name, an IP address, or `*.` and a name, which matches all names below it. */
export function isHostPattern(text: string): boolean {
  if (isIP(text) !== 0) return true;
  const labels = text.replace(/^\*\./, '').split('.');
  return (
    text.length <= 253 && labels.every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i.test(label))
  );
}
