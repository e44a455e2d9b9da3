export type LimitHeaders = Record<
  'x-ratelimit-limit' | 'x-ratelimit-remaining' | 'x-ratelimit-reset',
  number
>;

const limit = 100_000_000;
const windowMs = 60_000;

/** Creates a fixed window of a minute per tenant, counted in memory, as one process of the service does it. */
export function createRateLimit(): (tenantId: string) => LimitHeaders {
  const windows = new Map<string, { start: number; count: number }>();
  return (tenantId) => {
    const start = Date.now() - (Date.now() % windowMs);
    let window = windows.get(tenantId);
    if (window?.start !== start) {
      window = { start, count: 0 };
      windows.set(tenantId, window);
    }
    window.count += 1;
    return {
      'x-ratelimit-limit': limit,
      'x-ratelimit-remaining': limit - window.count,
      'x-ratelimit-reset': (start + windowMs) / 1_000,
    };
  };
}
