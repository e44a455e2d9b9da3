import type { RateLimit } from './hooks.js';
import { untilAborted } from './sleep.js';

/**
 * Lets requests out as fast as the limit of the service allows, so that none is refused.
 *
 * Of what a response says is left, the requests still under way are taken off, since they may not be counted in it yet.
 * The first request goes alone: before its response nothing is known.
 */
export class Pacer {
  #state: RateLimit | undefined;
  #hasResponse = false;
  #underWay = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #waiting = new Set<() => void>();

  /** Waits for a place; each place is given back by `settle`. */
  async enter(signal: AbortSignal): Promise<void> {
    await untilAborted(signal, (enter) => {
      this.#waiting.add(enter);
      this.#admit();
      return () => {
        if (this.#waiting.delete(enter)) this.#admit();
      };
    });
  }

  /** A request has ended, with what its response said of the limit. */
  settle(received: RateLimit | undefined): void {
    this.#underWay -= 1;
    this.#hasResponse = true;
    if (received) this.#state = latest(this.#state, received);
    this.#admit();
  }

  #admit(): void {
    clearTimeout(this.#timer);
    while (this.#isOpen()) {
      const [enter] = this.#waiting;
      if (!enter) return;
      this.#waiting.delete(enter);
      this.#underWay += 1;
      enter();
    }
    const waitMs = Number(this.#state?.resetAt) - Date.now();
    if (this.#waiting.size > 0 && waitMs > 0) this.#timer = setTimeout(() => this.#admit(), waitMs);
  }

  #isOpen(): boolean {
    if (!this.#hasResponse) return this.#underWay === 0;
    if (!this.#state) return true;
    const { limit, remaining, resetAt } = this.#state;
    const left = resetAt.getTime() <= Date.now() ? Math.max(1, limit) : remaining;
    return left - this.#underWay > 0;
  }
}

/** Responses overtake each other. Within a minute the smaller rest is the later one, and no estimate of the minute's end is too early. */
function latest(known: RateLimit | undefined, received: RateLimit): RateLimit {
  if (!known || received.reset > known.reset) return received;
  if (received.reset < known.reset) return known;
  return {
    ...received,
    remaining: Math.min(known.remaining, received.remaining),
    resetAt: known.resetAt < received.resetAt ? known.resetAt : received.resetAt,
  };
}
