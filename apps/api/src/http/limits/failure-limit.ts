import { LRUCache } from 'lru-cache';
import { HttpError } from '../response/http-error.js';
import { networkOf } from './network-of.js';

/**
 * Limits how often one address may fail to authenticate or request something that does not exist. Only failures count:
 * an address can be a proxy or a company, and valid requests pass however often other callers behind it have failed.
 */
export interface FailureLimit {
  /**
   * Counts a failure, and throws `too_many_requests` when the address exceeds its failures of this minute. Each subject
   * is counted separately.
   */
  count(address: string, subject: string): void;

  /** Whether the address has failed for the subject in this minute. */
  hasFailed(address: string, subject: string): boolean;

  /**
   * Runs a costly verification, such as reading the body that a signature covers. When the address has used up its
   * failures, only the newest few run and the oldest are aborted with `too_many_requests`: a body that arrives at once
   * is read even if others behind the same address are sent slowly.
   */
  check<Result>(
    address: string,
    subject: string,
    run: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result>;
}

const windowMs = 60_000;
const maxAddresses = 10_000;
/**
 * This limits the memory for unverified bodies to a few megabytes, and is more than a provider needs at the same time.
 */
const maxConcurrentChecks = 16;

/** Failures are counted per process, since the limit protects the process and not an account. */
export function createFailureLimit(failuresPerMinute: number, now: () => Date): FailureLimit {
  let window = 0;
  const failures = new LRUCache<string, number>({ max: maxAddresses });
  const present = () => {
    const current = Math.floor(now().getTime() / windowMs);
    if (current !== window) {
      window = current;
      failures.clear();
    }
    return failures;
  };
  const checks = new Map<string, Set<AbortController>>();
  return {
    count(address, subject) {
      const key = keyOf(address, subject);
      const counts = present();
      const count = counts.get(key) ?? 0;
      if (count >= failuresPerMinute) throw refuse();
      counts.set(key, count + 1);
    },
    hasFailed: (address, subject) => present().has(keyOf(address, subject)),
    async check(address, subject, run) {
      const key = keyOf(address, subject);
      const running = checks.get(key) ?? new Set<AbortController>();
      if ((present().get(key) ?? 0) >= failuresPerMinute) abortOldest(running);
      const own = new AbortController();
      checks.set(key, running.add(own));
      try {
        return await run(own.signal);
      } finally {
        if (running.delete(own) && running.size === 0) checks.delete(key);
      }
    },
  };

  function abortOldest(running: Set<AbortController>): void {
    for (const oldest of running) {
      if (running.size < maxConcurrentChecks) return;
      running.delete(oldest);
      oldest.abort(refuse());
    }
  }

  function refuse(): HttpError {
    const resetMs = (window + 1) * windowMs;
    return new HttpError('too_many_requests', {
      headers: {
        'X-RateLimit-Limit': failuresPerMinute,
        'X-RateLimit-Remaining': 0,
        'X-RateLimit-Reset': resetMs / 1_000,
        'Retry-After': Math.max(1, Math.ceil((resetMs - now().getTime()) / 1_000)),
      },
    });
  }
}

function keyOf(address: string, subject: string): string {
  return `${networkOf(address)} ${subject}`;
}
