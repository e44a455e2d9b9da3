/** How long a tenant counts as active after its latest job began. */
const activeMs = 1_000;

/** The tenants whose jobs began a moment ago. */
export class ActiveTenants {
  readonly #now: () => number;
  /** When the latest job of each tenant began. */
  readonly #startedAtMs = new Map<number, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  noteStart(tenant: number): void {
    this.#startedAtMs.set(tenant, this.#now());
  }

  count(): number {
    const nowMs = this.#now();
    for (const [tenant, atMs] of this.#startedAtMs) {
      if (nowMs - atMs > activeMs) this.#startedAtMs.delete(tenant);
    }
    return this.#startedAtMs.size;
  }
}
