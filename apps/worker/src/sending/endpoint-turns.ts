const minWaitMs = 50;
const maxWaitMs = 60_000;
const assumedDurationMs = 100;

/**
 * Spreads those who must wait over the time the endpoint will need for them,
 * so that a backlog does not come back all at once, again and again, for a few free places.
 */
export class EndpointTurns {
  readonly #places: number;
  #meanDurationMs = assumedDurationMs;
  #latestTurnMs = 0;

  constructor(places: number) {
    this.#places = places;
  }

  observe(durationMs: number): void {
    this.#meanDurationMs += (durationMs - this.#meanDurationMs) / 8;
  }

  /** `oldestMs` is the age of the attempt that runs longest, which shows a hanging endpoint before it times out. */
  next(fromMs: number, oldestMs: number): number {
    const spacingMs = Math.max(this.#meanDurationMs, oldestMs) / this.#places;
    const turnMs = Math.max(this.#latestTurnMs + spacingMs, fromMs + minWaitMs);
    this.#latestTurnMs = Math.min(turnMs, fromMs + maxWaitMs);
    return Math.ceil(this.#latestTurnMs);
  }
}
