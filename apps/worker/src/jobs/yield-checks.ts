import type { BacklogLimits } from './backlog-limits.js';
import type { LaneLoads } from './lane-loads.js';
import { isBulkLane, tenantOf } from './lanes.js';
import type { LaneJobs } from './waiting-lanes.js';
import type { YieldBudget } from './yield-budget.js';

export interface YieldChecksOptions {
  readonly loads: LaneLoads;
  readonly budget: YieldBudget;
  readonly limits: BacklogLimits;
}

/** Decides which backlogs wait for the single jobs of other tenants. */
export class YieldChecks {
  readonly #loads: LaneLoads;
  readonly #budget: YieldBudget;
  readonly #limits: BacklogLimits;

  constructor({ loads, budget, limits }: YieldChecksOptions) {
    this.#loads = loads;
    this.#budget = budget;
    this.#limits = limits;
  }

  createYieldCheck(): (waiting: Pick<LaneJobs, 'lane'>) => boolean {
    if (this.#budget.isSpent) return () => false;
    const light = new Set([...this.#budget.expected(), ...this.#loads.lightTenants()]);
    if (light.size === 0) return () => false;
    return ({ lane }) => (light.size > 1 || !light.has(tenantOf(lane))) && this.#mayWait(lane);
  }

  /** The first condition is cheap, and is false for a tenant that is alone. */
  mustPause(lane: number): boolean {
    return this.#limits.applyTo(tenantOf(lane)) && this.createYieldCheck()({ lane });
  }

  /**
   * Only running work of backlogs is counted, so that other work never stops a backlog, however long it takes. Bulk
   * work has a lower priority, so it is not counted against an interactive backlog.
   */
  createLimitCheck(): (waiting: Pick<LaneJobs, 'lane'>) => boolean {
    const known = new Map<boolean, boolean>();
    const isReached = (isBulk: boolean) => {
      const isCounted = (lane: number) => (isBulk || !isBulkLane(lane)) && this.#loads.isBacklog(lane);
      const result = known.get(isBulk) ?? this.#limits.isReached(isCounted);
      known.set(isBulk, result);
      return result;
    };
    return ({ lane }) =>
      this.#limits.applyTo(tenantOf(lane)) && this.#mayWait(lane) && isReached(isBulkLane(lane));
  }

  /** A backlog yields what it has ahead of others: one that got less than they did would fall further behind. */
  #mayWait(lane: number): boolean {
    return this.#loads.isBacklog(lane) && !this.#loads.isBehind(lane);
  }
}
