export const windowMs = 60_000;

/** Counts in the minute that began at `windowStart` (milliseconds); returns the count so far, `amount` included. */
export interface WindowStore {
  count(owner: WindowOwner, windowStart: number, amount?: number): number | Promise<number>;
}

/** The counts of the parts of each tenant, such as its channels. */
export interface PartWindowStore extends WindowStore {
  /** Returns the largest count of a part of the tenant in that minute. */
  findLargest(tenantId: string, windowStart: number): number | Promise<number>;
}

/** The owner of a count: the id of a tenant, then the ids of parts of it, such as a channel. */
export type WindowOwner = readonly [tenantId: string, ...parts: string[]];

export function windowStartOf(now: Date): number {
  const nowMs = now.getTime();
  return nowMs - (nowMs % windowMs);
}

/** Returns the whole seconds until the next minute begins, for `Retry-After`. */
export function secondsToNextWindow(windowStart: number, now: Date): number {
  return Math.max(1, Math.ceil((windowStart + windowMs - now.getTime()) / 1_000));
}
