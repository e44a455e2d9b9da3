const minWaitMs = 50;
const assumedDurationMs = 100;
/** An open circuit is retried ten times a second, however large the backlog of its endpoint is. */
const spacingWhileOpenMs = 100;
/** The latest retry while the circuit is closed: nothing expedites a backlog when a slow endpoint becomes fast again. */
const maxSpreadMs = 15 * 60 * 1_000;

/**
 * Spreads the retries of rejected callers over the time that the endpoint will need for them, so that the whole backlog
 * does not retry at once when only a few requests are possible (thundering herd).
 */
export class BacklogSchedule {
  readonly #maxInFlight: number;
  #meanDurationMs = assumedDurationMs;
  #latestRetryMs = Number.NEGATIVE_INFINITY;

  constructor(maxInFlight: number) {
    this.#maxInFlight = maxInFlight;
  }

  observe(durationMs: number): void {
    this.#meanDurationMs += (durationMs - this.#meanDurationMs) / 8;
  }

  /**
   * `oldestMs` is the age of the longest attempt in flight, which shows a hanging endpoint before it times out. A backlog that
   * needs longer than the latest retry starts again with the first one, so that its retries stay spread.
   */
  next(fromMs: number, oldestMs: number): number {
    const spacingMs = Math.max(this.#meanDurationMs, oldestMs) / this.#maxInFlight;
    if (this.#latestRetryMs + spacingMs > fromMs + maxSpreadMs)
      this.#latestRetryMs = Number.NEGATIVE_INFINITY;
    return this.#schedule(fromMs, spacingMs);
  }

  /** For an open circuit: it is unknown when the endpoint will recover, and how fast it will be. */
  nextWhileOpen(fromMs: number): number {
    return this.#schedule(fromMs, spacingWhileOpenMs);
  }

  /** Forgets the backlog and the durations of an endpoint that has recovered, so that new callers need not wait for them. */
  reset(): void {
    this.#latestRetryMs = Number.NEGATIVE_INFINITY;
    this.#meanDurationMs = assumedDurationMs;
  }

  #schedule(fromMs: number, spacingMs: number): number {
    this.#latestRetryMs = Math.max(this.#latestRetryMs + spacingMs, fromMs + minWaitMs);
    return Math.ceil(this.#latestRetryMs);
  }
}
