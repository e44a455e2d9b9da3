export interface CircuitOptions {
  /** Failures in a row that open the circuit. */
  readonly failuresToOpen: number;
  readonly firstPauseMs: number;
  readonly maxPauseMs: number;
}

/** An attempt as its circuit knows it. */
export type CircuitAttempt = symbol;

/** Rests an endpoint that failed several times in a row, each time longer, and then lets one attempt probe it. */
export class EndpointCircuit {
  readonly #options: CircuitOptions;
  #failuresInRow = 0;
  #pauseMs = 0;
  #openUntilMs = 0;
  #probe: CircuitAttempt | undefined;

  constructor(options: CircuitOptions) {
    this.#options = options;
  }

  get isUnharmed(): boolean {
    return this.#failuresInRow === 0;
  }

  /** The end of the latest pause; 0 while the circuit is closed. */
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
    this.#pauseMs = 0;
    this.#openUntilMs = 0;
    this.#probe = undefined;
  }

  fail(attempt: CircuitAttempt, nowMs: number): void {
    this.#failuresInRow += 1;
    // Attempts that began before the circuit opened tell nothing new when they fail as well.
    if (!this.#isClosed && this.#probe !== attempt) return;
    if (this.#failuresInRow < this.#options.failuresToOpen) return;
    this.#probe = undefined;
    const { firstPauseMs, maxPauseMs } = this.#options;
    this.#pauseMs = Math.min(this.#pauseMs * 2 || firstPauseMs, maxPauseMs);
    this.#openUntilMs = nowMs + this.#pauseMs;
  }

  /** The attempt ended without telling anything about the endpoint. */
  abandon(attempt: CircuitAttempt): void {
    if (this.#probe === attempt) this.#probe = undefined;
  }

  get #isClosed(): boolean {
    return this.#openUntilMs === 0;
  }
}
