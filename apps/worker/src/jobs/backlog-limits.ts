/** How long backlogs are limited after the latest single job of another tenant. */
const limitedMs = 1_000;

/**
 * While backlogs are limited, they start nothing when this much runs in the worker: it is what a single job that arrives
 * has to wait for. Three transactions at a time keep one event loop busy.
 */
const most = { jobs: 3, size: 20 };

/** Limits how much of a backlog runs at a time, as long as other tenants have single jobs. */
export class BacklogLimits {
  readonly #now: () => number;
  /** The two tenants with the latest single jobs, the latest first. */
  #latest: readonly { readonly tenant: number; readonly atMs: number }[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  noteSingleJob(tenant: number): void {
    const other = this.#latest.find((seen) => seen.tenant !== tenant);
    this.#latest = [{ tenant, atMs: this.#now() }, ...(other ? [other] : [])];
  }

  /** Whether the backlog of the tenant has to wait until less is running. */
  isReached(tenant: number, running: { readonly jobs: number; readonly size: number }): boolean {
    return (running.jobs >= most.jobs || running.size >= most.size) && this.applyTo(tenant);
  }

  /** Whether another tenant had a single job lately. */
  applyTo(tenant: number): boolean {
    const other = this.#latest.find((seen) => seen.tenant !== tenant);
    return other !== undefined && this.#now() - other.atMs < limitedMs;
  }
}
