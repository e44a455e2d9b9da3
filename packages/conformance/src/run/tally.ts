import type { Operation } from '../document/operation.js';
import type { Mutation, MutationKind } from '../mutations/mutation.js';
import type { OperationReport } from '../report/report.js';
import type { Outcome } from '../wire/wire-response.js';
import { isResponse, isSuccess } from '../wire/wire-response.js';

/** Counts the requests and results of one operation. */
export interface Tally {
  count(outcome: Outcome, mutation: Mutation | undefined): void;
  /** A mutated request was refused, perhaps for another reason. */
  countUnjudged(): void;
  /** A record was read, deleted, and read again. */
  countDeletion(): void;
  leaveOut(why: string): void;
  report(findings: number): OperationReport;
  readonly succeeded: number;
  readonly statuses: ReadonlyMap<string, number>;
}

export function createTally({ id, method, path }: Operation): Tally {
  const statuses = new Map<string, number>();
  const mutations = new Map<MutationKind, number>();
  const bodyMutations = new Map<MutationKind, number>();
  let requests = 0;
  let succeeded = 0;
  let unjudged = 0;
  let deletionsChecked = 0;
  let untested: string | undefined;
  return {
    count(outcome, mutation) {
      requests += 1;
      increase(statuses, isResponse(outcome) ? String(outcome.status) : 'none');
      if (mutation) increase(mutations, mutation.kind);
      if (mutation?.field && mutation.field.in === undefined) increase(bodyMutations, mutation.kind);
      if (!mutation && isSuccess(outcome)) succeeded += 1;
    },
    countUnjudged() {
      unjudged += 1;
    },
    countDeletion() {
      deletionsChecked += 1;
    },
    leaveOut(why) {
      untested = why;
    },
    report: (findings) => ({
      id,
      method,
      path,
      requests,
      statuses: Object.fromEntries([...statuses].sort(([a], [b]) => a.localeCompare(b))),
      succeeded,
      deletionsChecked,
      mutations: Object.fromEntries(mutations),
      bodyMutations: Object.fromEntries(bodyMutations),
      unjudged,
      findings,
      ...(untested !== undefined && { untested }),
    }),
    get succeeded() {
      return succeeded;
    },
    statuses,
  };
}

function increase<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
