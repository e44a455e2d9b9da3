import type pg from 'pg';
import { nameStatement } from './name-statement.js';

export interface SlowStatementsOptions {
  /** Statements that take longer are slow; 0 means that none is. */
  readonly slowMs: number;
  /** Called with the name of a statement, never with its values. */
  readonly onSlow?: ((statement: string, durationMs: number) => void) | undefined;
}

/** Reports and counts the statements that take long, on every connection that it watches. */
export class SlowStatements {
  readonly #options: SlowStatementsOptions;
  readonly #counts = new Map<string, number>();

  constructor(options: SlowStatementsOptions) {
    this.#options = options;
  }

  /** Returns how often each statement was slow. */
  counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  /**
   * Measures each statement of a connection, from the call to the result. It measures on the connection itself, so the
   * statements of every library are included. The time that a statement waits behind earlier ones of its connection does
   * not count: PostgreSQL has not begun to run it.
   */
  watch(client: pg.ClientBase): void {
    if (this.#options.slowMs === 0) return;
    // The function of the driver has many signatures. The parts that are used here are the same in all of them.
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    let previousEndMs = 0;
    const timed = (...args: unknown[]): unknown => {
      const calledMs = performance.now();
      const end = () => {
        const endMs = performance.now();
        this.#note(args[0], endMs - Math.max(calledMs, previousEndMs));
        previousEndMs = endMs;
      };
      const callback = args.at(-1);
      if (typeof callback === 'function') {
        const reporting = (...outcome: unknown[]) => {
          end();
          callback(...outcome);
        };
        return query(...args.slice(0, -1), reporting);
      }
      const result = query(...args);
      if (result instanceof Promise) result.then(end, end);
      return result;
    };
    client.query = timed as typeof client.query;
  }

  #note(query: unknown, durationMs: number): void {
    if (durationMs <= this.#options.slowMs) return;
    const name = nameStatement(query);
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    this.#options.onSlow?.(name, durationMs);
  }
}
