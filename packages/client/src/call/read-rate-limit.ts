import type { RateLimit } from './hooks.js';

/** Returns the rate limit that a response reports; undefined without these headers. */
export function readRateLimit(headers: Headers): RateLimit | undefined {
  const limit = readNumber(headers, 'x-ratelimit-limit');
  const remaining = readNumber(headers, 'x-ratelimit-remaining');
  const reset = readNumber(headers, 'x-ratelimit-reset');
  if (limit === undefined || remaining === undefined || reset === undefined) return undefined;
  return { limit, remaining, reset, resetAt: new Date(Date.now() + untilReset(reset, headers)) };
}

/**
 * Seconds until a retry makes sense: as `Retry-After` says, or else, for a 429, until the window of the rate limit resets.
 * Undefined if neither is known.
 */
export function readRetryAfter(headers: Headers, status: number): number | undefined {
  const value = headers.get('retry-after') ?? '';
  const date = Date.parse(value);
  if (/^\d+$/.test(value)) return Number(value);
  if (!Number.isNaN(date)) return Math.max(0, (date - serverTime(headers)) / 1_000);
  const reset = status === 429 ? readNumber(headers, 'x-ratelimit-reset') : undefined;
  return reset === undefined ? undefined : untilReset(reset, headers) / 1_000;
}

/** A window is one minute long; a longer wait means that the clocks differ. */
function untilReset(reset: number, headers: Headers): number {
  const windowMs = 60_000;
  return Math.min(Math.max(0, reset * 1_000 - serverTime(headers)), windowMs);
}

/** The local clock may be wrong by minutes, so the wait is measured on the clock of the service. */
function serverTime(headers: Headers): number {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? Date.now() : date;
}

function readNumber(headers: Headers, name: string): number | undefined {
  const value = headers.get(name);
  return value !== null && /^\d+$/.test(value) ? Number(value) : undefined;
}
