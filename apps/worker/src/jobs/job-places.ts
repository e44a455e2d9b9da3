/**
 * The places of the jobs that work at the same time; who comes when all are taken waits. A job that goes on only with
 * the help of somebody outside gives its place up, so that those that need nobody are not held up.
 */
export class JobPlaces {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Gives how to leave the place; leaving twice is leaving once. */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    // The place passes from the one who leaves.
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    let isTaken = true;
    return () => {
      if (isTaken) this.#pass();
      isTaken = false;
    };
  }

  #pass(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
