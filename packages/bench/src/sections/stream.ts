import { atMost, exactly } from '../report/judge.js';
import { renderTable } from '../report/table.js';
import { measureStream } from '../works/measure-stream.js';
import type { RunSection } from './section.js';

export const runStream: RunSection = async (stage, { streams, seconds }) => {
  const { p50Ms, p99Ms, received, cpu } = await measureStream(stage, { streams, seconds });
  return renderTable(
    [`${streams} streams on one process, each with 50 events/s`, 'measured', 'target'],
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
