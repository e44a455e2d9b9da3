import { headerOf, type WireResponse } from './wire-response.js';

/** Returns how long a server asks its callers to wait before the next request; 0 when it does not. */
export function readWaitMs(response: WireResponse, now: Date): number {
  const retryAfter = headerOf(response, 'retry-after');
  if (retryAfter !== undefined && isPause(response.status)) return untilMs(retryAfter, now);
  const remaining = firstOf(response, [
    'x-ratelimit-remaining',
    'x-rate-limit-remaining',
    'ratelimit-remaining',
  ]);
  const reset = firstOf(response, ['x-ratelimit-reset', 'x-rate-limit-reset', 'ratelimit-reset']);
  const isSpent = response.status === 429 || (remaining !== undefined && Number(remaining) <= 0);
  if (!isSpent) return 0;
  return reset === undefined ? (response.status === 429 ? 1000 : 0) : untilMs(reset, now);
}

function isPause(status: number): boolean {
  return status === 429 || status === 503;
}

function firstOf(response: WireResponse, names: readonly string[]): string | undefined {
  return names.map((name) => headerOf(response, name)).find((value) => value !== undefined);
}

/** Returns the milliseconds until a time, which servers write as seconds from now, as Unix seconds or as a date. */
function untilMs(text: string, now: Date): number {
  const number = Number(text);
  const isUnixTime = number > 1e9;
  const until = Number.isNaN(number)
    ? Date.parse(text)
    : isUnixTime
      ? number * 1000
      : now.getTime() + number * 1000;
  return Number.isNaN(until) ? 1000 : Math.max(0, until - now.getTime());
}
