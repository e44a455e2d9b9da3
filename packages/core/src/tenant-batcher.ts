import { isLockTimeout } from '@parley/database';
import { type BatcherOptions, createBatcher, createKeyedBatcher } from './batcher.js';

/** How long a batch of several tenants waits for a lock. */
const sharedLockMs = 100;

/**
 * Collects items of all tenants in shared batches. A batch waits only briefly for a lock, because a transaction of one tenant
 * can hold it for long. The items of such a batch are then processed apart, by tenant, and so are further items of a tenant
 * whose items still wait: only the tenant that holds the lock waits for it.
 */
export function createTenantBatcher<Item extends { readonly tenantId: string }, Result>(
  run: (items: readonly Item[], locks: { readonly lockTimeoutMs?: number }) => Promise<readonly Result[]>,
  options: BatcherOptions,
): (item: Item) => Promise<Result> {
  /** The number of items of each tenant that are processed apart. */
  const apart = new Map<string, number>();
  const runApart = createKeyedBatcher((_tenantId, items: readonly Item[]) => run(items, {}), options);
  const shared = createBatcher<Item, Result>(async (items) => {
    try {
      return await run(items, { lockTimeoutMs: sharedLockMs });
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      return items.map(addApart);
    }
  }, options);

  async function addApart(item: Item): Promise<Result> {
    count(item.tenantId, 1);
    try {
      return await runApart(item.tenantId, item);
    } finally {
      count(item.tenantId, -1);
    }
  }

  function count(tenantId: string, change: 1 | -1): void {
    const left = (apart.get(tenantId) ?? 0) + change;
    if (left === 0) apart.delete(tenantId);
    else apart.set(tenantId, left);
  }

  return (item) => (apart.has(item.tenantId) ? addApart(item) : shared.add(item));
}
