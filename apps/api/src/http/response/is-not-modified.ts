import type { Request } from 'express';
import fresh from 'fresh';

/**
 * Whether `If-None-Match` contains the tag (RFC 9110, 13.1.2). The library gets no other headers: `fetch` adds
 * `Cache-Control: no-cache` to every conditional request, so it would never get a 304.
 */
export function isNotModified({ headers }: Request, etag: string): boolean {
  return fresh({ 'if-none-match': headers['if-none-match'] }, { etag });
}
