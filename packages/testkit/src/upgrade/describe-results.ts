import type { Phase } from './load.js';

/** The figures of each step, and what was violated. */
export function describePhases(phases: readonly Phase[]): string[] {
  const rows = phases.map((phase) => [
    phase.name,
    seconds(phase),
    String(phase.requests),
    String(phase.failures.length),
    milliseconds(phase.durationsMs, 0.5),
    milliseconds(phase.durationsMs, 0.99),
    milliseconds(phase.durationsMs, 1),
  ]);
  const table = [['step', 'seconds', 'requests', 'failed', 'median ms', 'p99 ms', 'slowest ms'], ...rows];
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  return table.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  );
}

/** The failed requests as violated guarantees. */
export function findFailures(phases: readonly Phase[]): string[] {
  return phases.flatMap(({ name, failures }) => failures.map((failure) => `${name}: ${failure}`));
}

function seconds({ beganAt, endedAt = beganAt }: Phase): string {
  return ((endedAt - beganAt) / 1_000).toFixed(1);
}

function milliseconds(durations: readonly number[], share: number): string {
  const sorted = [...durations].sort((a, b) => a - b);
  const duration = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return duration === undefined ? '-' : duration.toFixed(0);
}
