const minWaitMs = 50;
const assumedDurationMs = 100;
/** Long for one, so that the backlog of an endpoint that is down, however large, is ten looks a second. */
const spacingAfterRestMs = 100;

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
    return this.#take(fromMs, Math.max(this.#meanDurationMs, oldestMs) / this.#places);
  }

  /** For an endpoint of which nobody knows when it will be well, nor how fast it is then. */
  nextAfterRest(fromMs: number): number {
    return this.#take(fromMs, spacingAfterRestMs);
  }

  /** Who comes from now on does not wait behind those who have a turn far away, nor as if the endpoint were still slow. */
  restart(): void {
    this.#latestTurnMs = 0;
    this.#meanDurationMs = assumedDurationMs;
  }

  #take(fromMs: number, spacingMs: number): number {
    this.#latestTurnMs = Math.max(this.#latestTurnMs + spacingMs, fromMs + minWaitMs);
    return Math.ceil(this.#latestTurnMs);
  }
}
