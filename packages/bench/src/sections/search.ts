import { atMost } from '../report/judge.js';
import { renderTable } from '../report/table.js';
import { withServers } from '../stage/with-servers.js';
import { measureSearchGrowth } from '../works/measure-growth.js';
import type { RunSection } from './section.js';

export const runSearch: RunSection = async (stage, { rounds }) => {
  const small = await stage.addTenant({ chats: 1, automations: 1_000 });
  const large = await stage.addTenant({ chats: 1, automations: 100_000 });
  return withServers(stage, ['parley'], async ([server]) => {
    const growth = await measureSearchGrowth(server, { small: small.token, large: large.token, rounds });
    return renderTable(
      ['automations/search', 'p50', 'target'],
      [
        ['1,000 rows', `${growth.smallMs.toFixed(2)} ms`],
        ['100,000 rows', `${growth.largeMs.toFixed(2)} ms`],
        ['growth', `${growth.ratio.toFixed(2)} ×`, atMost(growth.ratio, 3)],
      ],
    );
  });
};
