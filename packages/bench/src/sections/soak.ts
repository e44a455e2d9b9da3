import { atMost, exactly } from '../report/judge.js';
import { renderTable } from '../report/table.js';
import { measureSoak, type SoakPart } from '../works/measure-soak.js';
import type { RunSection } from './section.js';

export const runSoak: RunSection = async (stage, options) => {
  const { most, rate, parts, failed } = await measureSoak(stage, options);
  // Caches fill in the first part.
  const [, second, ...later] = parts;
  const last = later.at(-1);
  if (!second || !last) throw new Error('The soak has too few parts.');
  const growth = (read: (part: SoakPart) => number) => read(last) / read(second);
  return [
    `Reads, inbound and outbound messages, changes and searches at ${rate} requests/s, 60 % of ${most.toFixed(0)}, for ${options.minutes} minutes.`,
    '',
    renderTable(
      [
        'part',
        'requests/s',
        'p50',
        'p99',
        'api',
        'worker',
        'steady tables',
        'bytes per message or event',
        'waiting jobs',
      ],
      parts.map(describe),
    ),
    '',
    renderTable(
      ['from the second part to the last', 'measured', 'target'],
      [
        ...(
          [
            ['memory of the api', growth(({ apiMb }) => apiMb)],
            ['memory of the worker', growth(({ workerMb }) => workerMb)],
            ['p99', growth(({ p99Ms }) => p99Ms)],
            ['steady tables', growth(({ steadyMb }) => steadyMb)],
            ['bytes per message or event', growth(({ bytesPerRow }) => bytesPerRow)],
          ] as const
        ).map(([what, ratio]) => [what, `${ratio.toFixed(2)} ×`, atMost(ratio, 1.2)]),
        ['failed deliveries and messages', String(failed), exactly(failed, 0)],
      ],
    ),
  ].join('\n');
};

function describe(part: SoakPart, index: number): string[] {
  return [
    String(index + 1),
    part.requestsPerSecond.toFixed(0),
    `${part.p50Ms.toFixed(1)} ms`,
    `${part.p99Ms.toFixed(1)} ms`,
    `${part.apiMb.toFixed(0)} MB`,
    `${part.workerMb.toFixed(0)} MB`,
    `${part.steadyMb.toFixed(1)} MB`,
    part.bytesPerRow.toFixed(0),
    String(part.waitingJobs),
  ];
}
