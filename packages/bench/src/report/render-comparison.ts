import type { Comparison } from '../works/compare.js';
import { renderTable } from './table.js';

/** Renders our ratio to each peer, by CPU time per request and by requests per second, with its target. */
export function renderComparisons(comparisons: readonly Comparison[]): string {
  const rows = comparisons.flatMap(({ work, results }) => {
    const ours = results.get('parley');
    return [...results].map(([name, result]) => {
      const target = name === 'parley' ? undefined : work.targets[name];
      const cpuRatio = ours ? result.cpuMicros / ours.cpuMicros : Number.NaN;
      const rateRatio = ours ? ours.requestsPerSecond / result.requestsPerSecond : Number.NaN;
      return [
        name === 'parley' ? work.name : '',
        name,
        result.requestsPerSecond.toFixed(0),
        `${result.p50Ms.toFixed(2)} ms`,
        `${result.p99Ms.toFixed(2)} ms`,
        `${result.cpuMicros.toFixed(0)} µs`,
        name === 'parley' ? '' : `${cpuRatio.toFixed(2)} ×`,
        name === 'parley' ? '' : `${rateRatio.toFixed(2)} ×`,
        target === undefined
          ? ''
          : `${target} ×: ${judge(rateRatio, target)} by rate, ${judge(cpuRatio, target)} by CPU`,
      ];
    });
  });
  const header = [
    'work',
    'server',
    'requests/s',
    'p50',
    'p99',
    'CPU/request',
    'ours by CPU',
    'ours by rate',
    'target',
  ];
  return renderTable(header, rows);
}

function judge(ratio: number, target: number): string {
  return ratio >= target ? 'reached' : 'missed';
}
