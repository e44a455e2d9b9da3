import { atLeast, moreThan } from '../report/judge.js';
import { renderTable } from '../report/table.js';
import { measureScaling } from '../works/measure-scaling.js';
import type { RunSection } from './section.js';

export const runScaling: RunSection = async (stage, options) => {
  const seed = await stage.addTenant({ chats: 1_000, automations: 3 });
  const { oneProcess, twoProcesses, byCpu } = await measureScaling(stage.databaseUrl, seed, options);
  const ratio = twoProcesses / oneProcess;
  return renderTable(
    ['GET a chat, limits counted in the database', 'requests/s', 'target'],
    [
      ['one process', oneProcess.toFixed(0)],
      ['two processes', twoProcesses.toFixed(0)],
      ['two beside one', `${ratio.toFixed(2)} ×`, moreThan(ratio, 1)],
      ['the same by CPU, each with a core of its own', `${byCpu.toFixed(2)} ×`, atLeast(byCpu, 1.8)],
    ],
  );
};
