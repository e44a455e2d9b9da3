import type { DeliveryOutcome } from './delivery-outcome.js';
import { type CircuitOptions, EndpointCircuit } from './endpoint-circuit.js';
import { EndpointLine, type LineOptions } from './endpoint-line.js';
import { EndpointTurns } from './endpoint-turns.js';
import { judgeEndpoint } from './judge-endpoint.js';

export interface EndpointLimits extends CircuitOptions, LineOptions {
  readonly maxInFlight: number;
}

/** What one process knows of one endpoint: its running attempts, its circuit and who waits for a turn. */
export class EndpointState {
  readonly line: EndpointLine;
  readonly #limits: EndpointLimits;
  readonly #circuit: EndpointCircuit;
  readonly #turns: EndpointTurns;
  // When each attempt started, the oldest first.
  readonly #inFlight = new Map<symbol, number>();
  #lastUsedMs = 0;

  constructor(limits: EndpointLimits) {
    this.#limits = limits;
    this.line = new EndpointLine(limits);
    this.#circuit = new EndpointCircuit(limits);
    this.#turns = new EndpointTurns(limits.maxInFlight);
  }

  admits(nowMs: number): boolean {
    return this.#inFlight.size < this.#limits.maxInFlight && this.#circuit.admits(nowMs);
  }

  /** Whether the circuit, and not only the number of attempts, keeps others out. */
  isResting(nowMs: number): boolean {
    return !this.#circuit.admits(nowMs);
  }

  nextTurn(nowMs: number): number {
    const [oldestStartMs = nowMs] = this.#inFlight.values();
    return this.#turns.next(Math.max(nowMs, this.#circuit.openUntilMs), nowMs - oldestStartMs);
  }

  start(nowMs: number): symbol {
    const attempt = this.#circuit.start();
    this.#inFlight.set(attempt, nowMs);
    return attempt;
  }

  /** Does nothing for an attempt that has ended before. */
  end(attempt: symbol, outcome: DeliveryOutcome, nowMs: number): void {
    const startedAtMs = this.#inFlight.get(attempt);
    if (startedAtMs === undefined) return;
    this.#inFlight.delete(attempt);
    this.#lastUsedMs = nowMs;
    this.#turns.observe(nowMs - startedAtMs);
    const judgement = judgeEndpoint(outcome);
    if (judgement === 'healthy') this.#circuit.succeed();
    else if (judgement === 'failing') this.#circuit.fail(attempt, nowMs);
    else this.#circuit.abandon(attempt);
  }

  /** Whether forgetting the endpoint loses nothing that still matters. */
  isForgettable(nowMs: number): boolean {
    if (this.#inFlight.size > 0) return false;
    return this.#circuit.isUnharmed || nowMs - this.#lastUsedMs > 2 * this.#limits.maxPauseMs;
  }
}
