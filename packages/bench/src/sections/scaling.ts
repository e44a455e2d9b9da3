import { renderTable } from '../report/table.js';
import { measureScaling } from '../works/measure-scaling.js';
import type { RunSection } from './section.js';

export const runScaling: RunSection = async (stage, options) => {
  const seed = await stage.addTenant({ chats: 1_000, automations: 3 });
  const { oneProcess, twoProcesses } = await measureScaling(stage.databaseUrl, seed, options);
  return renderTable(
    ['GET a chat', 'requests/s'],
    [
      ['one process', oneProcess.toFixed(0)],
      ['two processes', `${twoProcesses.toFixed(0)} (${(twoProcesses / oneProcess).toFixed(2)} ×)`],
    ],
  );
};
