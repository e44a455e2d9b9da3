import type { Context } from '../context.js';
import { BulkWorkSlots } from './bulk-work-slots.js';

/** A client that waits for its response usually gives up after about a minute. */
const waitMs = 30_000;

/**
 * Runs work that holds a connection for a long time. Such work uses at most half of the connections at a time, so that
 * it does not delay other requests, and the lists of one tenant do not delay those of another either. Work that has
 * waited for too long is refused with `BulkWorkBusyError`. Small work does not wait.
 */
export async function limitBulkWork<Result>(
  { database: { pool }, tenantId }: Context,
  work: () => Promise<Result>,
  isBulk = true,
): Promise<Result> {
  if (!isBulk) return work();
  const size = Math.max(1, Math.floor(pool.options.max / 2));
  const slots = slotsOfPools.get(pool) ?? new BulkWorkSlots({ size, waitMs });
  slotsOfPools.set(pool, slots);
  await slots.acquire(tenantId);
  try {
    return await work();
  } finally {
    slots.release(tenantId);
  }
}

const slotsOfPools = new WeakMap<object, BulkWorkSlots>();
