type Step = () => Promise<unknown>;

/** What must be stopped and removed, newest first, when the program ends or is interrupted. */
export class CleanUp {
  readonly #steps: Step[] = [];
  #running: Promise<void> | undefined;

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => this.run().finally(() => process.exit(1)));
  }

  add(step: Step): void {
    this.#steps.push(step);
  }

  /** Runs every step, once, even if one fails or a signal arrives meanwhile; then fails with the first error. */
  run(): Promise<void> {
    this.#running ??= this.#runAll();
    return this.#running;
  }

  async #runAll(): Promise<void> {
    const errors: unknown[] = [];
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop())
      await step().catch((error: unknown) => errors.push(error));
    if (errors.length > 0) throw errors[0];
  }
}
