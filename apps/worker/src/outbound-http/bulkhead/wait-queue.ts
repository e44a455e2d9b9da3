import type { GateEntry } from './admission.js';

export interface LineOptions {
  readonly maxInLine: number;
  readonly maxLineMs: number;
}

interface Waiting {
  readonly timer: NodeJS.Timeout;
  readonly resolve: (entry: GateEntry) => void;
}

/** Those who wait in memory for a place at one endpoint: few, and not for long. */
export class EndpointLine {
  readonly #options: LineOptions;
  readonly #waiting: Waiting[] = [];

  constructor(options: LineOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  get hasRoom(): boolean {
    return this.#waiting.length < this.#options.maxInLine;
  }

  /** `onTooLong` says what becomes of one who has waited long enough. */
  join(onTooLong: () => GateEntry): Promise<GateEntry> {
    return new Promise((resolve) => {
      const waiting = {
        resolve,
        timer: setTimeout(() => {
          this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
          resolve(onTooLong());
        }, this.#options.maxLineMs),
      };
      this.#waiting.push(waiting);
    });
  }

  serveFirst(entry: GateEntry): void {
    const first = this.#waiting.shift();
    if (!first) return;
    clearTimeout(first.timer);
    first.resolve(entry);
  }
}
