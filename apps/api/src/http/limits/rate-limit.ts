import type { OutgoingHttpHeaders } from 'node:http';
import { HttpError } from '../response/http-error.js';

export const windowMs = 60_000;

/** Counts requests of a tenant in the minute that began at `windowStart` (in milliseconds), and returns the total. */
export interface RateLimitStore {
  count(tenantId: string, windowStart: number): number | Promise<number>;
}

export interface RateLimiterOptions {
  readonly store: RateLimitStore;
  readonly now: () => Date;
  readonly onLimited: () => void;
}

/** The tenant whose requests are counted, and its limit per minute. */
export interface RateLimitedCaller {
  readonly tenantId: string;
  readonly limits: { readonly requestsPerMinute: number };
}

/** How much of its rate limit a tenant has used in the current minute. */
export interface RateUse {
  readonly requestsPerMinute: number;
  /** Includes this request. */
  readonly requestsThisMinute: number;
}

/** Counts a request and writes the rate limit headers of its response. */
export type LimitRate = (
  caller: RateLimitedCaller,
  headers: OutgoingHttpHeaders,
) => RateUse | Promise<RateUse>;

export function createRateLimiter({ store, now, onLimited }: RateLimiterOptions): LimitRate {
  return (caller, headers) => {
    const nowMs = now().getTime();
    const windowStart = nowMs - (nowMs % windowMs);
    const count = store.count(caller.tenantId, windowStart);
    return typeof count === 'number' ? apply(count) : count.then(apply);

    function apply(used: number): RateUse {
      const limit = caller.limits.requestsPerMinute;
      headers['X-RateLimit-Limit'] = limit;
      headers['X-RateLimit-Remaining'] = Math.max(0, limit - used);
      headers['X-RateLimit-Reset'] = (windowStart + windowMs) / 1_000;
      if (used <= limit) return { requestsPerMinute: limit, requestsThisMinute: used };
      onLimited();
      const retryAfter = Math.max(1, Math.ceil((windowStart + windowMs - now().getTime()) / 1_000));
      throw new HttpError('too_many_requests', { headers: { 'Retry-After': retryAfter } });
    }
  };
}
