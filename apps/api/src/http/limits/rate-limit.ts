import type { OutgoingHttpHeaders } from 'node:http';
import { HttpError } from '../response/http-error.js';
import { secondsToNextWindow, type WindowStore, windowMs, windowStartOf } from './window-store.js';

export interface RateLimiterOptions {
  readonly store: WindowStore;
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
    const windowStart = windowStartOf(now());
    const count = store.count([caller.tenantId], windowStart);
    return typeof count === 'number' ? apply(count) : count.then(apply);

    function apply(used: number): RateUse {
      const limit = caller.limits.requestsPerMinute;
      headers['X-RateLimit-Limit'] = limit;
      headers['X-RateLimit-Remaining'] = Math.max(0, limit - used);
      headers['X-RateLimit-Reset'] = (windowStart + windowMs) / 1_000;
      if (used <= limit) return { requestsPerMinute: limit, requestsThisMinute: used };
      onLimited();
      const retryAfter = secondsToNextWindow(windowStart, now());
      throw new HttpError('too_many_requests', { headers: { 'Retry-After': retryAfter } });
    }
  };
}
