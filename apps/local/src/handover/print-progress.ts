import type { ReportProgress } from '@parley/core/handover';

const intervalMs = 2_000;

/** Reports the progress of a long command, one line every two seconds. A short command reports no line. */
export function printProgress(verb: string, report: (line: string) => void): ReportProgress {
  let printedAt = performance.now();
  return ({ part, done }) => {
    if (performance.now() - printedAt < intervalMs) return;
    printedAt = performance.now();
    report(`${verb} ${part}: ${done}`);
  };
}
