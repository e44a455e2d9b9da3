import type { Installation } from './installation.js';

/** A measured number. Without a bound it informs only. */
export interface Figure {
  readonly name: string;
  readonly measured: number;
  readonly unit?: string;
  readonly atMost?: number;
}

/** One thing that happens in production, and what clients and receivers may notice of it. */
export interface Scenario {
  /** The name in kebab-case. */
  readonly name: string;
  /** Throws if a guarantee that is not a number is violated. */
  run(installation: Installation): Promise<readonly Figure[]>;
  /** After this time the scenario has failed. Default is four minutes. */
  readonly timeoutMs?: number;
}
