import type { Usage, UsageCaller, UsageCount } from './usage.js';

const dayMs = 24 * 60 * 60 * 1_000;

/** About 16 MB. A process counts this many different names of all callers together until they are stored. */
const defaultMaxCounts = 200_000;

export interface UsageCounterOptions {
  readonly now: () => Date;
  readonly maxCounts?: number;
}

/** Counts in memory which names each caller uses on which day. The caller of `take` stores the counts. */
export class UsageCounter {
  readonly #now: () => Date;
  readonly #maxCounts: number;
  /** The counts of each day, by the number of days since 1970. */
  #days = new Map<number, Callers>();
  #today: { readonly day: number; readonly callers: Callers } | undefined;
  #size = 0;
  #dropped = 0;

  constructor({ now, maxCounts = defaultMaxCounts }: UsageCounterOptions) {
    this.#now = now;
    this.#maxCounts = maxCounts;
  }

  count(caller: UsageCaller, usages: readonly Usage[]): void {
    const day = Math.floor(this.#now().getTime() / dayMs);
    if (this.#today?.day !== day) this.#today = { day, callers: this.#callersOn(day) };
    const counts = countsOf(this.#today.callers, caller);
    for (const usage of usages) this.#add(counts, usage, 1);
  }

  /** Returns all counts and begins again. */
  take(): UsageCount[] {
    const taken = [...this.#days].flatMap(([number, callers]) => {
      const day = new Date(number * dayMs);
      return [...callers.values()].flatMap(({ caller, counts }) =>
        [...counts].map(([usage, count]) => ({ caller, usage, day, count })),
      );
    });
    this.#days = new Map();
    this.#today = undefined;
    this.#size = 0;
    return taken;
  }

  /** Adds counts that could not be stored to those of the same day, caller and name, as far as there is room. */
  putBack(counts: readonly UsageCount[]): void {
    for (const { caller, usage, day, count } of counts) {
      this.#add(countsOf(this.#callersOn(day.getTime() / dayMs), caller), usage, count);
    }
  }

  /** Returns how many uses were not counted since the last call, because there was no room. */
  takeDropped(): number {
    const dropped = this.#dropped;
    this.#dropped = 0;
    return dropped;
  }

  #add(counts: Map<Usage, number>, usage: Usage, uses: number): void {
    const known = counts.get(usage);
    if (known !== undefined) counts.set(usage, known + uses);
    else if (this.#size < this.#maxCounts) {
      counts.set(usage, uses);
      this.#size += 1;
    } else this.#dropped += uses;
  }

  #callersOn(day: number): Callers {
    const callers = this.#days.get(day) ?? new Map();
    this.#days.set(day, callers);
    return callers;
  }
}

function countsOf(callers: Callers, caller: UsageCaller): Map<Usage, number> {
  const key = caller.keyId ?? caller.tenantId;
  let known = callers.get(key);
  if (known === undefined) {
    known = { caller: { tenantId: caller.tenantId, keyId: caller.keyId }, counts: new Map() };
    callers.set(key, known);
  }
  return known.counts;
}

type Callers = Map<string, CallerCounts>;

interface CallerCounts {
  readonly caller: UsageCaller;
  readonly counts: Map<Usage, number>;
}
