import type { Operation } from '../document/operation.js';
import type { Fault, FaultKind } from '../faults/fault.js';
import type { OperationReport } from '../report/report.js';
import type { Outcome } from '../wire/answer.js';
import { isAnswer, isSuccess } from '../wire/answer.js';

/** Counts what happened to one operation. */
export interface Tally {
  count(outcome: Outcome, fault: Fault | undefined): void;
  /** A request with a fault was refused, and perhaps for another reason. */
  countUnjudged(): void;
  /** Something was read, deleted, and read again. */
  countDeletion(): void;
  leaveOut(why: string): void;
  report(findings: number): OperationReport;
  readonly succeeded: number;
  readonly statuses: ReadonlyMap<string, number>;
}

export function createTally({ id, method, path }: Operation): Tally {
  const statuses = new Map<string, number>();
  const faults = new Map<FaultKind, number>();
  const bodyFaults = new Map<FaultKind, number>();
  let requests = 0;
  let succeeded = 0;
  let unjudged = 0;
  let deletionsChecked = 0;
  let untested: string | undefined;
  return {
    count(outcome, fault) {
      requests += 1;
      increase(statuses, isAnswer(outcome) ? String(outcome.status) : 'none');
      if (fault) increase(faults, fault.kind);
      if (fault?.field && fault.field.in === undefined) increase(bodyFaults, fault.kind);
      if (!fault && isSuccess(outcome)) succeeded += 1;
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
      faults: Object.fromEntries(faults),
      bodyFaults: Object.fromEntries(bodyFaults),
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
