import type { CheckName } from './checks.js';

export interface ReceiverReport {
  readonly document: { readonly title: string; readonly version: string };
  readonly url: string;
  readonly seed: number;
  readonly durationMs: number;
  readonly deliveries: number;
  readonly slowestMs: number;
  readonly checks: readonly CheckReport[];
  readonly findings: readonly ReceiverFinding[];
}

export interface CheckReport {
  readonly name: CheckName;
  /** `unknown` if what was observed does not decide, or if the check could not run. */
  readonly result: 'passed' | 'failed' | 'unknown';
  readonly deliveries: number;
  /** Why the result is unknown. */
  readonly reason?: string;
}

export interface ReceiverFinding {
  readonly check: CheckName;
  /** What the receiver did wrong, in one sentence. */
  readonly message: string;
  /** What to change. */
  readonly advice: string;
  /** The types of the events that were sent. */
  readonly events: readonly string[];
}
