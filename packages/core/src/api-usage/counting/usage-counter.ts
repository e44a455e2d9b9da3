import type { Usage, UsageCaller, UsageCount } from './usage.js';

const dayMs = 24 * 60 * 60 * 1_000;

/** About 16 MB. A process counts this many different names of all callers together until they are stored. */
const defaultMaxCounts = 200_000;

export interface UsageCounterOptions {
  readonly now: () => Date;
  readonly maxCounts?: number;
}

/** Counts in memory which names each caller uses. The caller of `take` stores the counts. */
export class UsageCounter {
  readonly #now: () => Date;
  readonly #maxCounts: number;
  #day = 0;
  #callers = new Map<string, CallerCounts>();
  #earlier: UsageCount[] = [];
  #size = 0;
  #dropped = 0;

  constructor({ now, maxCounts = defaultMaxCounts }: UsageCounterOptions) {
    this.#now = now;
    this.#maxCounts = maxCounts;
  }

  count(caller: UsageCaller, usages: readonly Usage[]): void {
    const day = Math.floor(this.#now().getTime() / dayMs);
    if (day !== this.#day) this.#startDay(day);
    const counts = this.#countsOf(caller);
    for (const usage of usages) {
      const known = counts.get(usage);
      if (known !== undefined) counts.set(usage, known + 1);
      else if (this.#size < this.#maxCounts) {
        counts.set(usage, 1);
        this.#size += 1;
      } else this.#dropped += 1;
    }
  }

  /** Returns all counts and begins again. */
  take(): UsageCount[] {
    const taken = [...this.#earlier, ...this.#list()];
    this.#earlier = [];
    this.#callers = new Map();
    this.#size = 0;
    return taken;
  }

  /** Keeps counts that could not be stored, as far as there is room. */
  putBack(counts: readonly UsageCount[]): void {
    const kept = counts.slice(0, Math.max(0, this.#maxCounts - this.#size));
    for (const count of kept) this.#earlier.push(count);
    this.#size += kept.length;
    for (const { count } of counts.slice(kept.length)) this.#dropped += count;
  }

  /** Returns how many uses were not counted since the last call, because there was no room. */
  takeDropped(): number {
    const dropped = this.#dropped;
    this.#dropped = 0;
    return dropped;
  }

  #startDay(day: number): void {
    for (const count of this.#list()) this.#earlier.push(count);
    this.#callers = new Map();
    this.#day = day;
  }

  #countsOf(caller: UsageCaller): Map<Usage, number> {
    const key = caller.keyId ?? caller.tenantId;
    let known = this.#callers.get(key);
    if (known === undefined) {
      known = { caller: { tenantId: caller.tenantId, keyId: caller.keyId }, counts: new Map() };
      this.#callers.set(key, known);
    }
    return known.counts;
  }

  #list(): UsageCount[] {
    const day = new Date(this.#day * dayMs);
    return [...this.#callers.values()].flatMap(({ caller, counts }) =>
      [...counts].map(([usage, count]) => ({ caller, usage, day, count })),
    );
  }
}

interface CallerCounts {
  readonly caller: UsageCaller;
  readonly counts: Map<Usage, number>;
}
