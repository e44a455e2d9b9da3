import type { WindowStore } from './window-store.js';

/**
 * Counts requests in memory. The count is exact for a single process. All owners share the minute, so that a new minute
 * starts with an empty map.
 */
export function createMemoryWindows(): WindowStore {
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
  };
}
