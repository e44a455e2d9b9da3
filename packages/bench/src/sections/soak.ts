import { renderTable } from '../report/table.js';
import { measureSoak, type SoakPart } from '../works/measure-soak.js';
import type { RunSection } from './section.js';

export const runSoak: RunSection = async (stage, options) => {
  const { most, rate, parts } = await measureSoak(stage, options);
  return [
    `All kinds of work at ${rate} requests/s, 60 % of ${most.toFixed(0)}, for ${options.minutes} minutes; no request failed.`,
    '',
    renderTable(
      [
        'part',
        'requests/s',
        'p50',
        'p99',
        'api',
        'worker',
        'tables with a constant number of rows',
        'bytes per message or event',
        'waiting jobs',
      ],
      parts.map(describe),
    ),
  ].join('\n');
};

function describe(part: SoakPart, index: number): string[] {
  return [
    String(index + 1),
    part.requestsPerSecond.toFixed(0),
    `${part.p50Ms} ms`,
    `${part.p99Ms} ms`,
    `${part.apiMb.toFixed(0)} MB`,
    `${part.workerMb.toFixed(0)} MB`,
    `${part.steadyMb.toFixed(1)} MB`,
    part.bytesPerRow.toFixed(0),
    String(part.waitingJobs),
  ];
}
