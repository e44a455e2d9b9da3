import type { ReportProgress } from '@parley/core/handover';

const intervalMs = 2_000;

/** Prints to standard error how far a long command is, a line every two seconds; a short command prints none. */
export function printProgress(verb: string): ReportProgress {
  let printedAt = performance.now();
  return ({ part, done }) => {
    if (performance.now() - printedAt < intervalMs) return;
    printedAt = performance.now();
    process.stderr.write(`${verb} ${part}: ${done}\n`);
  };
}
