/** Allows every origin on the same machine, with any port. */
const loopback = 'loopback';

const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether `CORS_ORIGINS` may list the text: an origin as browsers send it (RFC 6454, section 6.2), or `loopback`. */
export function isOriginEntry(text: string): boolean {
  return text === loopback || (/^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text);
}

export const originEntries =
  'origins like https://app.example.com, without a path, or loopback, separated by commas';

/** Whether pages of an origin may read responses. */
export function createOriginCheck(entries: readonly string[]): (origin: string) => boolean {
  const origins = new Set(entries.filter((entry) => entry !== loopback));
  const allowsLoopback = entries.includes(loopback);
  return (origin) => origins.has(origin) || (allowsLoopback && isLoopback(origin));
}

function isLoopback(origin: string): boolean {
  return isOriginEntry(origin) && origin !== loopback && loopbackHosts.has(new URL(origin).hostname);
}
