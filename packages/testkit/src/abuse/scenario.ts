import type { Cluster, ClusterOptions } from '../crash/cluster.js';

/** One attack, and the figure that must stay within its bound during the attack. */
export interface Scenario {
  /** In kebab-case, as `--only` takes it. */
  readonly name: string;
  readonly bound: Bound;
  /** Carries out the attack and returns the measured figure. A promise that is broken on the way is thrown. */
  run(stage: Stage): Promise<number>;
  /** After this time the run is stopped and the scenario has failed. Default is two minutes. */
  readonly timeoutMs?: number;
}

export type Bound = { readonly figure: string; readonly unit: string } & (
  | { readonly atMost: number; readonly atLeast?: never }
  | { readonly atLeast: number; readonly atMost?: never }
);

/** What a scenario may start. Everything is stopped when the scenario ends, however it ends. */
export interface Stage {
  /** The service as processes of its own, which respond when the promise resolves. */
  startCluster(options?: ClusterOptions): Promise<Cluster>;
  /** Runs when the scenario has ended; the last one that was added runs first. */
  onEnd(stop: () => Promise<void> | void): void;
}
