/** How long after a job the tenant's next job is expected: when a message is sent, its event is delivered next. */
const expectedMs = 12;

/** The longest time for which backlogs yield without a break. */
const maxBudgetMs = 200;

/** Bounds the time for which backlogs yield to single jobs: after yielding, they run for the same time. */
export class YieldBudget {
  readonly #now: () => number;
  #leftMs = maxBudgetMs;
  #notedAtMs: number;
  #isYielding = false;
  /** For each tenant, the time until which its next job is expected. */
  readonly #expected = new Map<number, number>();

  constructor(now: () => number) {
    this.#now = now;
    this.#notedAtMs = now();
  }

  get isSpent(): boolean {
    this.note(this.#isYielding);
    return this.#leftMs <= 0;
  }

  /** Notes whether backlogs yield from now on. */
  note(isYielding: boolean): void {
    const nowMs = this.#now();
    const elapsedMs = nowMs - this.#notedAtMs;
    this.#leftMs += this.#isYielding ? -elapsedMs : elapsedMs;
    this.#leftMs = Math.min(maxBudgetMs, Math.max(0, this.#leftMs));
    this.#notedAtMs = nowMs;
    this.#isYielding = isYielding;
  }

  expectMore(tenant: number): void {
    this.#expected.set(tenant, this.#now() + expectedMs);
  }

  /** Returns the tenants whose next job is expected. */
  expected(): Iterable<number> {
    const nowMs = this.#now();
    for (const [tenant, untilMs] of this.#expected) if (untilMs <= nowMs) this.#expected.delete(tenant);
    return this.#expected.keys();
  }
}
