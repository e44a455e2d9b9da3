type Step = () => Promise<unknown>;

/** What must be stopped and removed, newest first, when the program ends or is interrupted. */
export class CleanUp {
  readonly #steps: Step[] = [];

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => this.run().finally(() => process.exit(1)));
  }

  add(step: Step): void {
    this.#steps.push(step);
  }

  async run(): Promise<void> {
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) await step();
  }
}
