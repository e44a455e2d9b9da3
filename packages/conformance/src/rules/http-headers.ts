/** Headers that need no declaration: those of HTTP, of browser security, and of proxies. */
export function isHttpHeader(name: string): boolean {
  return known.has(name) || families.some((family) => name.startsWith(family));
}

const families = ['access-control-', 'content-', 'cross-origin-', 'sec-', 'cf-', 'x-amz', 'x-cache'];

const known = new Set([
  'accept-ranges',
  'age',
  'allow',
  'alt-svc',
  'cache-control',
  'connection',
  'date',
  'etag',
  'expect-ct',
  'expires',
  'keep-alive',
  'last-modified',
  'location',
  'nel',
  'origin-agent-cluster',
  'permissions-policy',
  'pragma',
  'referrer-policy',
  'report-to',
  'reporting-endpoints',
  'server',
  'server-timing',
  'set-cookie',
  'strict-transport-security',
  'timing-allow-origin',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'vary',
  'via',
  'x-content-type-options',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-powered-by',
  'x-xss-protection',
]);
