/** The positions of the write-ahead logs of the primary and its replica. The primary was read first. */
export interface ReplayReading {
  /** A time of the steady clock before the primary was read. */
  readonly atMs: number;
  /** The position on the primary's disk. */
  readonly flushed: bigint;
  /** The position up to which the replica has replayed. */
  readonly replayed: bigint;
}

interface Mark {
  readonly atMs: number;
  readonly position: bigint;
}

/** While a replica is far behind, later marks are left out. The lag is then estimated too high, and never too low. */
const maxMarks = 2_000;

/**
 * How far a replica has replayed the log of its primary. Its lag is the age of the newest position of the primary that
 * it has replayed. The time of its last replayed transaction would not be enough: it does not show whether the primary
 * has no writes or the connection between the two is lost.
 */
export class ReplayProgress {
  #marks: readonly Mark[] = [];
  #replayed: bigint | undefined;
  #freshAtMs: number;

  constructor(nowMs: number) {
    this.#freshAtMs = nowMs;
  }

  record({ atMs, flushed, replayed }: ReplayReading): void {
    const marks = this.#marks.length < maxMarks ? [...this.#marks, { atMs, position: flushed }] : this.#marks;
    const reached = marks.filter(({ position }) => position <= replayed);
    this.#freshAtMs = reached.at(-1)?.atMs ?? this.#freshAtMs;
    this.#marks = marks.slice(reached.length);
    // Nothing is known about the lag until the replica has reached a mark.
    if (reached.length > 0 || this.#replayed !== undefined) this.#replayed = replayed;
  }

  /**
   * Forgets the progress after the loss of a connection. Nothing is known until the replica has reached a position that
   * the primary had after the loss. A primary that crashed may have lost the positions of writes, and a replica that
   * was restarted may start at an earlier position.
   */
  forget(): void {
    this.#marks = [];
    this.#replayed = undefined;
  }

  /**
   * Returns the highest possible age of the data of the replica. While nothing is known, it grows from the last known
   * value.
   */
  lagMs(nowMs: number): number {
    return Math.max(0, nowMs - this.#freshAtMs);
  }

  get isKnown(): boolean {
    return this.#replayed !== undefined;
  }

  hasReplayed(position: bigint): boolean {
    return this.#replayed !== undefined && this.#replayed >= position;
  }
}
