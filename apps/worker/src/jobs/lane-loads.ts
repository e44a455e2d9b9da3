import { isBulkLane, tenantOf } from './lanes.js';
import { RunningSizes } from './running-sizes.js';
import { type LaneJobs, WaitingLanes } from './waiting-lanes.js';

/** A lane with more jobs than this has a backlog, unless they are all deliveries of one job. */
const backlogSize = 8;

/** A lane with no more jobs than this, running ones included, is light: other tenants' backlogs yield to it. */
const lightSize = 4;

/** A lane that is behind others by more starts than this has to catch up. */
const mostBehind = 4;

export interface LaneLoadsOptions {
  /** The share of a lane compared with others; the default is 1 for all. */
  readonly weightOf?: (lane: number) => number;
  /** Whether the queue has more jobs of the lane than this worker has claimed; the default is no. */
  readonly hasMore?: (lane: number) => boolean;
}

/** The jobs of this worker that wait and that run, by lane, and which lanes are light or have a backlog. */
export class LaneLoads {
  readonly interactive: WaitingLanes;
  readonly bulk: WaitingLanes;
  readonly running = new RunningSizes();
  readonly #hasMore: (lane: number) => boolean;

  constructor({ weightOf = () => 1, hasMore = () => false }: LaneLoadsOptions) {
    const runningIn = (lane: number) => this.running.of(lane);
    this.interactive = new WaitingLanes({ runningIn, weightOf });
    this.bulk = new WaitingLanes({ runningIn, weightOf });
    this.#hasMore = hasMore;
  }

  /** The sum of the sizes of all waiting jobs. */
  get waitingSize(): number {
    return this.interactive.size + this.bulk.size;
  }

  some(matches: (waiting: LaneJobs) => boolean): boolean {
    return this.interactive.some(matches) || this.bulk.some(matches);
  }

  /** Returns the waiting lanes of the same class as the lane: interactive or bulk. */
  waitingLike(lane: number): WaitingLanes {
    return isBulkLane(lane) ? this.bulk : this.interactive;
  }

  /** Returns the sum of the sizes of the waiting jobs of each lane that has any. */
  waitingByLane(): (readonly [lane: number, size: number])[] {
    return [...this.interactive.sizes(), ...this.bulk.sizes()];
  }

  /**
   * Whether the lane has a backlog. A worker can hold a single job of a backlog, if that job is for several deliveries,
   * so the jobs that the queue still has count too.
   */
  isBacklog(lane: number): boolean {
    const waiting = this.waitingLike(lane).get(lane);
    const size = waiting?.size ?? 0;
    if (waiting !== undefined && waiting.jobs.length > 1 && size > backlogSize) return true;
    return this.#hasMore(lane) && size + this.running.of(lane) > backlogSize;
  }

  /**
   * Whether other lanes have started more jobs than this one since it has had work. If all lanes have work, this is the
   * only one that a claim happened to fill, and it has to catch up.
   */
  isBehind(lane: number): boolean {
    return !isBulkLane(lane) && this.interactive.lagOf(lane) > mostBehind;
  }

  /**
   * Whether the lane has a few interactive jobs. A busy lane may have just as few waiting jobs between two claims, but
   * more running ones.
   */
  isLight(lane: number): boolean {
    if (isBulkLane(lane)) return false;
    return this.interactive.sizeOf(lane) + this.running.of(lane) <= lightSize;
  }

  /** Returns the tenants of the light lanes in which anything runs. */
  lightTenants(): number[] {
    return [...this.running.lanes()].filter((lane) => this.isLight(lane)).map(tenantOf);
  }
}
