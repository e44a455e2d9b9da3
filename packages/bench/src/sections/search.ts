import { atLeast, atMost } from '../report/judge.js';
import { renderTable } from '../report/table.js';
import { withServers } from '../stage/with-servers.js';
import { type Growth, measureSearch, type SearchTimes } from '../works/measure-search.js';
import type { RunSection } from './section.js';

export const runSearch: RunSection = async (stage, { rounds }) => {
  const small = await stage.addTenant({ chats: 1, automations: 1_000 });
  const large = await stage.addTenant({ chats: 1, automations: 100_000 });
  return withServers(stage, ['parley', 'express-plain'], async ([ours, peer]) => {
    const result = await measureSearch(stage, { ours, peer, small, large, rounds });
    const afterChange = describe(result.afterChange);
    const byTotal = renderTable(
      ['automations/search, p50', 'total known', 'target', 'first after a change', 'target'],
      describe(result.totalKnown).map((cells, row) => [...cells, ...(afterChange[row]?.slice(1) ?? [])]),
    );
    const byCount = renderTable(
      ['after a change, with countUpTo', '1,000 rows', '100,000 rows', 'growth', 'target'],
      [describeGrowth('page 2', result.bounded), describeGrowth('a deep page, by cursor', result.deepPage)],
    );
    return `${byTotal}\n\n${byCount}`;
  });
};

function describeGrowth(name: string, { smallMs, largeMs }: Growth): readonly string[] {
  const growth = largeMs / smallMs;
  const [small, large] = [`${smallMs.toFixed(2)} ms`, `${largeMs.toFixed(2)} ms`];
  return [name, small, large, `${growth.toFixed(2)} ×`, atMost(growth, 3)];
}

function describe({ smallMs, largeMs, peerMs }: SearchTimes): readonly (readonly string[])[] {
  const growth = largeMs / smallMs;
  const ratio = peerMs / smallMs;
  return [
    ['1,000 rows', `${smallMs.toFixed(2)} ms`, ''],
    ['100,000 rows', `${largeMs.toFixed(2)} ms`, ''],
    ['growth', `${growth.toFixed(2)} ×`, atMost(growth, 3)],
    ['express-plain, 1,000 rows', `${peerMs.toFixed(2)} ms`, ''],
    ['ours, 1,000 rows', `${ratio.toFixed(2)} ×`, atLeast(ratio, 2)],
  ];
}
