export interface CircuitOptions {
  /** The number of failures in a row that opens the circuit. */
  readonly failuresToOpen: number;
  readonly firstOpenMs: number;
  readonly maxOpenMs: number;
}

/** Identifies an attempt, so that the circuit knows its half-open probe. */
export type CircuitAttempt = symbol;

/**
 * Opens after several failures in a row. When the open time is over, the circuit is half-open: it lets one attempt
 * probe the endpoint. Each probe that fails doubles the open time.
 */
export class CircuitBreaker {
  readonly #options: CircuitOptions;
  #failuresInRow = 0;
  #openMs = 0;
  #openUntilMs = 0;
  #probe: CircuitAttempt | undefined;

  constructor(options: CircuitOptions) {
    this.#options = options;
  }

  get hasNoFailures(): boolean {
    return this.#failuresInRow === 0;
  }

  /** The end of the latest open time; 0 while the circuit is closed. */
  get openUntilMs(): number {
    return this.#openUntilMs;
  }

  admits(nowMs: number): boolean {
    return this.#isClosed || (this.#probe === undefined && nowMs >= this.#openUntilMs);
  }

  start(): CircuitAttempt {
    const attempt = Symbol();
    if (!this.#isClosed) this.#probe = attempt;
    return attempt;
  }

  succeed(): void {
    this.#failuresInRow = 0;
    this.#openMs = 0;
    this.#openUntilMs = 0;
    this.#probe = undefined;
  }

  fail(attempt: CircuitAttempt, nowMs: number): void {
    this.#failuresInRow += 1;
    // The failure of an attempt that began before the circuit opened provides no new information.
    if (!this.#isClosed && this.#probe !== attempt) return;
    if (this.#failuresInRow < this.#options.failuresToOpen) return;
    this.#probe = undefined;
    const { firstOpenMs, maxOpenMs } = this.#options;
    this.#openMs = Math.min(this.#openMs * 2 || firstOpenMs, maxOpenMs);
    this.#openUntilMs = nowMs + this.#openMs;
  }

  /** Ends an attempt without a result, for example because it was canceled. */
  abandon(attempt: CircuitAttempt): void {
    if (this.#probe === attempt) this.#probe = undefined;
  }

  get #isClosed(): boolean {
    return this.#openUntilMs === 0;
  }
}
