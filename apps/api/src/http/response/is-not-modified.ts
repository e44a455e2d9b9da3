import type { Request } from 'express';
import fresh from 'fresh';

/**
 * Whether `If-None-Match` contains the tag (RFC 9110, 13.1.2). The library gets only this header: `fetch` adds
 * `Cache-Control: no-cache` to every conditional request, for which the library would never allow a 304.
 */
export function isNotModified({ headers }: Request, etag: string): boolean {
  return fresh({ 'if-none-match': headers['if-none-match'] }, { etag });
}
