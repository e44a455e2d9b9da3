import { atMost } from '../report/judge.js';
import { renderTable } from '../report/table.js';
import { startPreparedServer } from '../stage/start-prepared-server.js';
import type { Server } from '../stage/start-server.js';
import { alternateModes } from '../works/alternate-modes.js';
import { works } from '../works/works.js';
import type { RunSection } from './section.js';

/** Two processes for each mode, crossed, so that neither mode is always first. */
const processes = ['on 1', 'off 1', 'off 2', 'on 2'] as const;
const largestRatio = 1.02;

/**
 * Compares the CPU time of requests whose usage is counted with that of requests whose usage is not. Equal processes differ
 * too, by what the compiler has optimised; a smaller difference between the modes means nothing.
 */
export const runUsage: RunSection = async (stage, options) => {
  const seed = await stage.addTenant({ chats: 1_000, automations: 1_000 });
  const servers = new Map<(typeof processes)[number], Server>();
  try {
    for (const name of processes) {
      const env = { USAGE_COUNTS: name.startsWith('on') ? 'on' : 'off' };
      servers.set(name, await startPreparedServer('parley', stage.databaseUrl, { env }));
    }
    const rows: string[][] = [];
    for (const work of works) {
      console.error(`  ${work.name}`);
      const cpu = await alternateModes(servers, work, { seed, options });
      const [off, on] = [(cpu['off 1'] + cpu['off 2']) / 2, (cpu['on 1'] + cpu['on 2']) / 2];
      const equals = Math.max(apart(cpu['off 1'], cpu['off 2']), apart(cpu['on 1'], cpu['on 2']));
      const ratio = on / off;
      rows.push([
        work.name,
        micros(off),
        micros(on),
        ratio.toFixed(3),
        equals.toFixed(3),
        atMost(ratio, largestRatio, ' ×'),
      ]);
    }
    return renderTable(['CPU time of', 'off', 'on', 'on/off', 'equal processes', 'target'], rows);
  } finally {
    await Promise.all([...servers.values()].map((server) => server.stop()));
  }
};

/** The larger one divided by the smaller one. */
function apart(one: number, other: number): number {
  return Math.max(one, other) / Math.min(one, other);
}

function micros(value: number): string {
  return `${value.toFixed(0)} µs`;
}
