import type { Cluster, ClusterOptions } from '../crash/cluster.js';

export type { Cluster };

/** One attack, and the figure that must stay within its bound during the attack. */
export interface Scenario {
  /** The name in kebab-case, for `--only`. */
  readonly name: string;
  readonly bound: Bound;
  /** Runs the attack and returns the measured figure. Throws if another guarantee is violated during the attack. */
  run(stage: Stage): Promise<number>;
  /** After this time, the run is stopped and the scenario has failed. Default is three minutes. */
  readonly timeoutMs?: number;
}

export type Bound = { readonly figure: string; readonly unit: string } & (
  | { readonly atMost: number; readonly atLeast?: never }
  | { readonly atLeast: number; readonly atMost?: never }
);

/** Starts what a scenario needs. Everything is stopped when the scenario ends, however it ends. */
export interface Stage {
  /** Starts the service as separate processes; resolves when they respond. */
  startCluster(options?: ClusterOptions): Promise<Cluster>;
  /** Registers a function that runs when the scenario has ended, in reverse order. */
  onEnd(stop: () => Promise<void> | void): void;
}
