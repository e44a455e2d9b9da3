import type { Worlds } from '../use-worlds.js';

export interface Stage {
  /** A database whose sizes are the default ones, except for one. */
  readonly worlds: Worlds;
  readonly size: number;
  /** One row more than two batches. */
  readonly count: number;
}
