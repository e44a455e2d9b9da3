import type { RateLimit } from './hooks.js';
import { untilAborted } from './sleep.js';

/**
 * Sends requests as fast as the rate limit of the service allows, so that none is refused. The requests in flight are
 * subtracted from the remaining number in a response, which may not count them yet. The first request is sent alone,
 * because the limit is unknown before its response.
 */
export class Pacer {
  #state: RateLimitWindow | undefined;
  #hasResponse = false;
  #underWay = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #waiting = new Set<() => void>();

  /** Waits until a request may be sent. `settle` ends the request. */
  async enter(signal: AbortSignal): Promise<void> {
    await untilAborted(signal, (enter) => {
      this.#waiting.add(enter);
      this.#admit();
      return () => {
        if (this.#waiting.delete(enter)) this.#admit();
      };
    });
  }

  /** Ends a request, with the rate limit that its response reported. */
  settle(received: RateLimit | undefined): void {
    this.#underWay -= 1;
    this.#hasResponse = true;
    if (received) this.#state = latest(this.#state, windowOf(received));
    this.#admit();
  }

  #admit(): void {
    clearTimeout(this.#timer);
    // Read once: if the window ended between two reads, nothing would admit those that wait.
    const now = performance.now();
    while (this.#isOpenAt(now)) {
      const [enter] = this.#waiting;
      if (!enter) return;
      this.#waiting.delete(enter);
      this.#underWay += 1;
      enter();
    }
    const waitMs = Number(this.#state?.endsAt) - now;
    if (this.#waiting.size > 0 && waitMs > 0) this.#timer = setTimeout(() => this.#admit(), waitMs);
  }

  #isOpenAt(now: number): boolean {
    if (!this.#hasResponse) return this.#underWay === 0;
    if (!this.#state) return true;
    const { limit, remaining, endsAt } = this.#state;
    const left = endsAt <= now ? Math.max(1, limit) : remaining;
    return left - this.#underWay > 0;
  }
}

/** `endsAt` is by the steady clock, so a step of the system clock does not change the wait. */
type RateLimitWindow = Omit<RateLimit, 'resetAt'> & { readonly endsAt: number };

function windowOf({ resetAt, ...window }: RateLimit): RateLimitWindow {
  return { ...window, endsAt: performance.now() + (resetAt.getTime() - Date.now()) };
}

/**
 * Responses can arrive out of order. Of two responses in the same minute, the one with fewer remaining requests is
 * newer. Each response gives an estimate of the end of the minute that can only be too late, so the earlier one is used.
 */
function latest(known: RateLimitWindow | undefined, received: RateLimitWindow): RateLimitWindow {
  if (!known || received.reset > known.reset) return received;
  if (received.reset < known.reset) return known;
  return {
    ...received,
    remaining: Math.min(known.remaining, received.remaining),
    endsAt: Math.min(known.endsAt, received.endsAt),
  };
}
