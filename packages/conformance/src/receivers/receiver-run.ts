import type { Sent } from './judge-probe.js';
import type { PlanContext } from './plan.js';
import type { CheckReport, ReceiverFinding } from './receiver-report.js';
import { createSender, type Sender } from './send-delivery.js';

/** The state of one run. */
export interface ReceiverRun {
  readonly context: PlanContext;
  readonly sender: Sender;
  readonly sent: Sent[];
  readonly reports: CheckReport[];
  readonly findings: ReceiverFinding[];
  record(outcome: CheckOutcome): void;
}

export interface CheckOutcome {
  readonly report: CheckReport;
  readonly findings: readonly ReceiverFinding[];
}

export function createReceiverRun(context: PlanContext): ReceiverRun {
  const { url, headers, timeoutMs, onProgress } = context.settings;
  const reports: CheckReport[] = [];
  const findings: ReceiverFinding[] = [];
  return {
    context,
    sender: createSender({ url, headers, timeoutMs }),
    sent: [],
    reports,
    findings,
    record(outcome) {
      reports.push(outcome.report);
      findings.push(...outcome.findings);
      onProgress?.(outcome.report);
    },
  };
}
