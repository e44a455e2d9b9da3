import type { ReportProgress } from '@parley/core/handover';

const intervalMs = 2_000;

/**
 * Prints the progress of a long command to standard error, one line every two seconds. A short command prints no line.
 */
export function printProgress(verb: string): ReportProgress {
  let printedAt = performance.now();
  return ({ part, done }) => {
    if (performance.now() - printedAt < intervalMs) return;
    printedAt = performance.now();
    process.stderr.write(`${verb} ${part}: ${done}\n`);
  };
}
