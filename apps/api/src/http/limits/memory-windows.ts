import type { PartWindowStore } from './window-store.js';

/**
 * Counts requests in memory. The count is exact for a single process. All owners share the minute, so that a new minute
 * starts with an empty map.
 */
export function createMemoryWindows(): PartWindowStore {
  let present = 0;
  let counts = new Map<string, number>();
  return {
    count(owner, windowStart, amount = 1) {
      if (windowStart !== present) {
        present = windowStart;
        counts = new Map();
      }
      const key = owner.join(' ');
      const count = (counts.get(key) ?? 0) + amount;
      counts.set(key, count);
      return count;
    },
    findLargest(tenantId, windowStart) {
      if (windowStart !== present) return 0;
      const ofTenant = [...counts].filter(([key]) => key.startsWith(`${tenantId} `));
      return ofTenant.reduce((largest, [, count]) => Math.max(largest, count), 0);
    },
  };
}
