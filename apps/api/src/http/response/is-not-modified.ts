import type { Request } from 'express';
import fresh from 'fresh';

/**
 * Whether `If-None-Match` names the tag (RFC 9110, 13.1.2). The other headers are not shown to the library: `fetch` adds
 * `Cache-Control: no-cache` to every conditional request by itself, and would never get a 304.
 */
export function isNotModified({ headers }: Request, etag: string): boolean {
  return fresh({ 'if-none-match': headers['if-none-match'] }, { etag });
}
