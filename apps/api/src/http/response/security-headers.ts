import type { OutgoingHttpHeaders } from 'node:http';

/** Headers of every response. They prevent responses of the API from being embedded in a page or cached. */
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
