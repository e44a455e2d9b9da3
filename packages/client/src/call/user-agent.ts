import { release } from '../generated/release.js';

/**
 * Returns the header that names this client, in Node only. Chrome drops a `User-Agent` that a page sets, and in other
 * browsers the header needs the consent of the service, which asks for none (CORS).
 */
export function userAgent(): Readonly<Record<string, string>> {
  // The types of Node are not there for programs that run in browsers.
  const { process, document }: { process?: { versions?: { node?: string } }; document?: unknown } =
    globalThis as object;
  return process?.versions?.node && !document ? { 'User-Agent': `parley-client/${release}` } : {};
}
