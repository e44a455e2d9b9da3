import type { EndpointHealth } from '../outcome/endpoint-health.js';
import { EndpointTurns } from './backlog-schedule.js';
import { type CircuitOptions, EndpointCircuit } from './circuit-breaker.js';
import { EndpointLine, type LineOptions } from './wait-queue.js';

export interface EndpointLimits extends CircuitOptions, LineOptions {
  readonly maxInFlight: number;
}

/** `recovered`: the endpoint had failed again and again, and is well now. */
export type AttemptEnd = 'ended' | 'ended_before' | 'recovered';

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

  admits(nowMs: number, places: number): boolean {
    return this.#inFlight.size < Math.min(this.#limits.maxInFlight, places) && this.#circuit.admits(nowMs);
  }

  /** Whether the circuit, and not only the number of attempts, keeps others out. */
  isResting(nowMs: number): boolean {
    return !this.#circuit.admits(nowMs);
  }

  nextTurn(nowMs: number): number {
    if (this.isResting(nowMs)) return this.#turns.nextAfterRest(Math.max(nowMs, this.#circuit.openUntilMs));
    const [oldestStartMs = nowMs] = this.#inFlight.values();
    return this.#turns.next(nowMs, nowMs - oldestStartMs);
  }

  start(nowMs: number): symbol {
    const attempt = this.#circuit.start();
    this.#inFlight.set(attempt, nowMs);
    return attempt;
  }

  end(attempt: symbol, health: EndpointHealth, nowMs: number): AttemptEnd {
    const startedAtMs = this.#inFlight.get(attempt);
    if (startedAtMs === undefined) return 'ended_before';
    this.#inFlight.delete(attempt);
    this.#lastUsedMs = nowMs;
    this.#turns.observe(nowMs - startedAtMs);
    if (health === 'healthy') return this.#succeed();
    if (health === 'failing') this.#circuit.fail(attempt, nowMs);
    else this.#circuit.abandon(attempt);
    return 'ended';
  }

  /** Whether forgetting the endpoint loses nothing that still matters. */
  isForgettable(nowMs: number): boolean {
    if (this.#inFlight.size > 0) return false;
    return this.#circuit.isUnharmed || nowMs - this.#lastUsedMs > 2 * this.#limits.maxPauseMs + 60_000;
  }

  #succeed(): AttemptEnd {
    const wasOpen = this.#circuit.openUntilMs > 0;
    this.#circuit.succeed();
    if (!wasOpen) return 'ended';
    this.#turns.restart();
    return 'recovered';
  }
}
