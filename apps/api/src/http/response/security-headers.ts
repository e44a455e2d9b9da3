import type { OutgoingHttpHeaders } from 'node:http';

/** Headers of every response. A response of the API is neither shown in a page nor kept by a cache. */
export function securityHeaders(publicUrl: string): OutgoingHttpHeaders {
  return {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    ...(publicUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  };
}
