import { atMost } from '../report/judge.js';
import { renderTable } from '../report/table.js';
import { type Server, startServer } from '../stage/start-server.js';
import { alternateModes } from '../works/alternate-modes.js';
import { works } from '../works/works.js';
import type { RunSection } from './section.js';

const modes = ['off', 'on'] as const;
const largestRatio = 1.02;

/** Compares the CPU time of requests whose usage is counted with that of requests whose usage is not. */
export const runUsage: RunSection = async (stage, options) => {
  const seed = await stage.addTenant({ chats: 1_000, automations: 1_000 });
  const servers = new Map<(typeof modes)[number], Server>();
  try {
    for (const mode of modes)
      servers.set(mode, await startServer('parley', stage.databaseUrl, { env: { USAGE_COUNTS: mode } }));
    const rows: string[][] = [];
    for (const work of works) {
      console.error(`  ${work.name}`);
      const { off, on } = await alternateModes(servers, work, { seed, options });
      const ratio = on / off;
      rows.push([work.name, micros(off), micros(on), ratio.toFixed(3), atMost(ratio, largestRatio, ' ×')]);
    }
    return renderTable(['CPU time of', ...modes, 'on/off', 'target'], rows);
  } finally {
    await Promise.all([...servers.values()].map((server) => server.stop()));
  }
};

function micros(value: number): string {
  return `${value.toFixed(0)} µs`;
}
