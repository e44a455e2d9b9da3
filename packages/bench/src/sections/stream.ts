import { atMost, exactly } from '../report/judge.js';
import { renderTable } from '../report/table.js';
import { measureStream } from '../works/measure-stream.js';
import type { RunSection } from './section.js';

export const runStream: RunSection = async (stage, { streams, workspaces, seconds }) => {
  const { p50Ms, p99Ms, received, cpu } = await measureStream(stage, { streams, workspaces, seconds });
  return renderTable(
    [
      workspaces === 1
        ? `${streams} streams on one process, each with 50 events/s`
        : `${streams} streams of ${workspaces} workspaces on one process, 50 events/s together`,
      'measured',
      'target',
    ],
    [
      ['commit to reader, p50', `${p50Ms.toFixed(1)} ms`, atMost(p50Ms, 50, ' ms')],
      ['commit to reader, p99', `${p99Ms.toFixed(1)} ms`],
      ['events received', `${(received * 100).toFixed(2)} %`, exactly(received, 1)],
      [
        'CPU api, postgres',
        `${(cpu.api * 100).toFixed(0)} %, ${(cpu.postgres * 100).toFixed(0)} % of a core`,
      ],
    ],
  );
};
