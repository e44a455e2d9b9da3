/** A limited number of places; who comes when all are taken waits. */
export class Slots {
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;
  #onEmpty: (() => void)[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  get taken(): number {
    return this.#taken;
  }

  async take(): Promise<void> {
    if (this.#taken < this.#limit) {
      this.#taken += 1;
      return;
    }
    // The place passes from the one who leaves.
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  free(): void {
    const next = this.#waiting.shift();
    if (next) {
      next();
      return;
    }
    this.#taken -= 1;
    if (this.#taken === 0) for (const resolve of this.#onEmpty.splice(0)) resolve();
  }

  async empty(): Promise<void> {
    if (this.#taken > 0) await new Promise<void>((resolve) => this.#onEmpty.push(resolve));
  }
}
