import { BulkWorkSlots, type BulkWorkSlotsOptions } from '../bulk-work-slots.js';
import type { Context } from '../context.js';

/** Runs work when a slot is free. */
type LimitWork = <Result>(context: Context, work: () => Promise<Result>) => Promise<Result>;

/** Limits one kind of work to half of the connections, so that it does not delay other requests. */
export function limitToHalf(options: Omit<BulkWorkSlotsOptions, 'size'>): LimitWork {
  const slotsOfPools = new WeakMap<object, BulkWorkSlots>();
  return async ({ database: { pool }, tenantId }, work) => {
    const size = Math.max(1, Math.floor(pool.options.max / 2));
    const slots = slotsOfPools.get(pool) ?? new BulkWorkSlots({ ...options, size });
    slotsOfPools.set(pool, slots);
    await slots.acquire(tenantId);
    try {
      return await work();
    } finally {
      slots.release(tenantId);
    }
  };
}

/** A client usually stops waiting for its response after about a minute. */
const limitBulk = limitToHalf({ waitMs: 30_000, sharedForMs: 1_000 });

/**
 * Runs work that holds a connection for a long time. Such work uses at most half of the connections at a time, so that
 * it does not delay other requests. A tenant leaves one of these connections to the next tenant.
 * Work that has waited for too long is refused with `BulkWorkBusyError`. Small work does not wait.
 */
export async function limitBulkWork<Result>(
  context: Context,
  work: () => Promise<Result>,
  isBulk = true,
): Promise<Result> {
  return isBulk ? limitBulk(context, work) : work();
}
