import type { EndpointHealth } from '../outcome/endpoint-health.js';
import { BacklogSchedule } from './backlog-schedule.js';
import { CircuitBreaker, type CircuitOptions } from './circuit-breaker.js';
import { WaitQueue, type WaitQueueOptions } from './wait-queue.js';

export interface EndpointLimits extends CircuitOptions, WaitQueueOptions {
  readonly maxInFlight: number;
}

/** `recovered`: the circuit of the endpoint was open and is closed now. */
export type AttemptEnd = 'ended' | 'ended_before' | 'recovered';

/** What one process knows about one endpoint: its attempts in flight, its circuit breaker and its backlog. */
export class EndpointState {
  readonly tenant: string;
  readonly queue: WaitQueue;
  readonly #limits: EndpointLimits;
  readonly #circuit: CircuitBreaker;
  readonly #backlog: BacklogSchedule;
  // When each attempt started, the oldest first.
  readonly #inFlight = new Map<symbol, number>();
  #lastUsedMs = 0;

  constructor(tenant: string, limits: EndpointLimits) {
    this.tenant = tenant;
    this.#limits = limits;
    this.queue = new WaitQueue(limits);
    this.#circuit = new CircuitBreaker(limits);
    this.#backlog = new BacklogSchedule(limits.maxInFlight);
  }

  /** `share` is the number of requests that the limits of all endpoints and of the tenant leave to this one. */
  admits(nowMs: number, share: number): boolean {
    return this.#inFlight.size < Math.min(this.#limits.maxInFlight, share) && this.#circuit.admits(nowMs);
  }

  /** Whether the circuit, and not only the concurrency limit, rejects attempts. */
  isOpen(nowMs: number): boolean {
    return !this.#circuit.admits(nowMs);
  }

  /** Whether the circuit is open or half-open. */
  get isFailing(): boolean {
    return this.#circuit.openUntilMs > 0;
  }

  nextRetryAtMs(nowMs: number): number {
    if (this.isOpen(nowMs)) return this.#backlog.nextWhileOpen(Math.max(nowMs, this.#circuit.openUntilMs));
    const [oldestStartMs = nowMs] = this.#inFlight.values();
    return this.#backlog.next(nowMs, nowMs - oldestStartMs);
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
    this.#backlog.observe(nowMs - startedAtMs);
    if (health === 'healthy') return this.#succeed();
    if (health === 'failing') this.#circuit.fail(attempt, nowMs);
    else this.#circuit.abandon(attempt);
    return 'ended';
  }

  /** Whether the endpoint can be forgotten without losing anything that still matters. */
  isForgettable(nowMs: number): boolean {
    if (this.#inFlight.size > 0 || !this.queue.isEmpty) return false;
    return this.#circuit.hasNoFailures || nowMs - this.#lastUsedMs > 2 * this.#limits.maxOpenMs + 60_000;
  }

  #succeed(): AttemptEnd {
    const wasOpen = this.#circuit.openUntilMs > 0;
    this.#circuit.succeed();
    if (!wasOpen) return 'ended';
    this.#backlog.reset();
    return 'recovered';
  }
}
