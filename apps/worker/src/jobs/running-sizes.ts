/** The sizes of the jobs and deliveries that run, by lane. */
export class RunningSizes {
  readonly #byLane = new Map<number, number>();

  of(lane: number): number {
    return this.#byLane.get(lane) ?? 0;
  }

  /** Returns the sum of the lanes that the function selects. */
  sumOf(isCounted: (lane: number) => boolean): number {
    let sum = 0;
    for (const [lane, size] of this.#byLane) if (isCounted(lane)) sum += size;
    return sum;
  }

  /** Returns the lanes in which anything runs. */
  lanes(): Iterable<number> {
    return this.#byLane.keys();
  }

  /** Returns the function that removes the size again; a second call has no effect and returns false. */
  add(lane: number, size: number): () => boolean {
    this.#change(lane, size);
    let isRemoved = false;
    return () => {
      if (isRemoved) return false;
      isRemoved = true;
      this.#change(lane, -size);
      return true;
    };
  }

  #change(lane: number, size: number): void {
    const left = this.of(lane) + size;
    if (left === 0) this.#byLane.delete(lane);
    else this.#byLane.set(lane, left);
  }
}
