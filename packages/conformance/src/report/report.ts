import type { MutationKind } from '../mutations/mutation.js';
import type { RuleName } from '../rules/violation.js';

export interface ConformanceReport {
  readonly document: { readonly title: string; readonly version: string };
  readonly baseUrl: string;
  readonly seed: number;
  readonly durationMs: number;
  readonly waitedMs: number;
  readonly requests: number;
  readonly operations: readonly OperationReport[];
  readonly findings: readonly Finding[];
  /** Parts of the document that could not be read, and other notes. */
  readonly notes: readonly string[];
}

export interface OperationReport {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly requests: number;
  /** How many requests got each status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Valid requests that succeeded. */
  readonly succeeded: number;
  /** The number of records that were read, deleted, and read again; 0 unless the path can be read and deleted. */
  readonly deletionsChecked: number;
  /** Requests sent with each kind of mutation. */
  readonly mutations: Readonly<Partial<Record<MutationKind, number>>>;
  /** The mutations that changed a field of the body; the others changed a parameter or the whole request. */
  readonly bodyMutations: Readonly<Partial<Record<MutationKind, number>>>;
  /** The mutations that were refused with a status such as 404, which can have another reason. */
  readonly unjudged: number;
  readonly findings: number;
  /** Why the operation was not tested. */
  readonly untested?: string;
}

export interface Finding {
  readonly rule: RuleName;
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  /** What was wrong with the request; absent when it was valid. */
  readonly mutation?: MutationKind;
  readonly seed: number;
  readonly expected: string;
  readonly received: string;
  /** The smallest request found, as a command for a shell in which `TOKEN` is set. */
  readonly curl: string;
  /** Requests that must be sent first. */
  readonly before?: readonly string[];
}

export interface Progress {
  readonly operation: string;
  /** The number of the round, from 0; deep mode has many. */
  readonly round: number;
  readonly done: number;
  readonly total: number;
  readonly requests: number;
  readonly findings: number;
}
