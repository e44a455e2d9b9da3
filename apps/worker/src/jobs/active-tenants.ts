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

  /** Whether more than one tenant is active. It usually examines two tenants, however many there are. */
  get areSeveral(): boolean {
    const nowMs = this.#now();
    let active = 0;
    for (const [tenant, atMs] of this.#startedAtMs) {
      if (nowMs - atMs > activeMs) this.#startedAtMs.delete(tenant);
      else active += 1;
      if (active > 1) return true;
    }
    return false;
  }
}
