import { atMost } from '../report/judge.js';
import { renderTable } from '../report/table.js';
import { serverNames } from '../stage/start-server.js';
import { type FirstRequest, measureFirstRequests, mostRatio } from '../works/measure-first-requests.js';
import { measureServerStart, measureWorkerStart, type StartFigures } from '../works/measure-start.js';
import type { RunSection } from './section.js';

/** The CPU time in milliseconds that a start may take. */
const targets: Readonly<Record<string, number>> = { parley: 1_000, 'parley worker': 600 };

export const runStart: RunSection = async (stage, { rounds }) => {
  const options = { databaseUrl: stage.databaseUrl, rounds };
  const rows: string[][] = [];
  for (const name of serverNames) rows.push(describe(name, await measureServerStart(name, options)));
  rows.push(describe('parley worker', await measureWorkerStart(options)));
  const { token } = await stage.addTenant({ chats: 1, automations: 1 });
  const { operations, median, slowest, over } = await measureFirstRequests(stage.databaseUrl, {
    token,
    rounds,
  });
  return [
    renderTable(['process', 'CPU until ready', 'elapsed', 'memory', 'target'], rows),
    '',
    renderTable(
      [`first request, CPU, ${operations} operations of v3`, 'beside later ones', 'target'],
      [
        ['median', `${median.toFixed(1)} ×`, atMost(median, mostRatio)],
        [
          `slowest: ${slowest.operationId}`,
          `${slowest.ratio.toFixed(1)} ×`,
          atMost(slowest.ratio, mostRatio),
        ],
        [
          `operations above ${mostRatio} ×`,
          over.map(describeFirst).join(', ') || 'none',
          atMost(over.length, 0),
        ],
      ],
    ),
  ].join('\n');
};

function describeFirst({ operationId, ratio }: FirstRequest): string {
  return `${operationId} ${ratio.toFixed(1)}`;
}

function describe(name: string, { cpuMs, elapsedMs, memoryMb }: StartFigures): string[] {
  const target = targets[name];
  return [
    name,
    `${cpuMs.toFixed(0)} ms`,
    `${elapsedMs.toFixed(0)} ms`,
    `${memoryMb.toFixed(0)} MB`,
    target === undefined ? '' : atMost(cpuMs, target, ' ms'),
  ];
}
