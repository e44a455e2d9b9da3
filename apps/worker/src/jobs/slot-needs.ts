import { RunningSizes } from './running-sizes.js';
import type { WaitingJob } from './waiting-lanes.js';

/**
 * Jobs that share a statement need no slot while no more than this is unfinished in their lane. Beyond it they take slots, as
 * other jobs do.
 */
const maxWithoutSlot = 128;

/**
 * Decides which jobs need a slot. Slots limit how many statements run at a time; jobs for deliveries share one statement.
 * With a slot for each of them, a claim of deliveries could not have more jobs than there are slots. While several tenants
 * are active, every job needs a slot, because slots also limit what the job of another tenant has to wait for.
 */
export class SlotNeeds {
  readonly #isShared: () => boolean;
  /** The sizes of jobs and deliveries, by lane. Deliveries count until they end, however long they take. */
  readonly #unfinished = new RunningSizes();

  constructor(isShared: () => boolean) {
    this.#isShared = isShared;
  }

  needsSlot(lane: number, { size, sharesStatement }: Pick<WaitingJob, 'size' | 'sharesStatement'>): boolean {
    return !sharesStatement || this.#unfinished.of(lane) + size > maxWithoutSlot || this.#isShared();
  }

  /** Counts a job or a delivery as unfinished until the returned function is called. */
  count(lane: number, size: number): () => void {
    return this.#unfinished.add(lane, size);
  }
}
