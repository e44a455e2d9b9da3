import { atMost } from '../report/judge.js';
import { renderTable } from '../report/table.js';
import { measureContract } from '../works/measure-contract.js';
import type { RunSection } from './section.js';

export const runContract: RunSection = async () => {
  const { coldMs, unchangedMs } = await measureContract();
  return renderTable(
    ['spec → bundle → types', 'time', 'target'],
    [
      ['cold', `${(coldMs / 1_000).toFixed(1)} s`],
      ['unchanged', `${(unchangedMs / 1_000).toFixed(1)} s`, atMost(unchangedMs / 1_000, 2, ' s')],
    ],
  );
};
