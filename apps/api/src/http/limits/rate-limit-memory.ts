import type { RateLimitStore } from './rate-limit.js';

/** Exact for a single process. All tenants share the same window, so a new minute starts with an empty map. */
export function createMemoryStore(): RateLimitStore {
  let present = 0;
  let counts = new Map<string, number>();
  return {
    count(tenantId, windowStart) {
      if (windowStart !== present) {
        present = windowStart;
        counts = new Map();
      }
      const count = (counts.get(tenantId) ?? 0) + 1;
      counts.set(tenantId, count);
      return count;
    },
  };
}
