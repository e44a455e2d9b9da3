import { atMost, exactly } from '../report/judge.js';
import { renderTable } from '../report/table.js';
import { measureContract } from '../works/measure-contract.js';
import type { RunSection } from './section.js';

export const runContract: RunSection = async () => {
  const { coldMs, unchangedMs, cachedShare } = await measureContract();
  return renderTable(
    ['spec → bundle → types', 'measured', 'target'],
    [
      ['cold', `${(coldMs / 1_000).toFixed(1)} s`],
      ['unchanged', `${(unchangedMs / 1_000).toFixed(1)} s`, atMost(unchangedMs / 1_000, 2, ' s')],
      ['unchanged, from the cache', `${(100 * cachedShare).toFixed(0)} %`, exactly(100 * cachedShare, 100)],
    ],
  );
};
