import { readMemoryMb } from '../measure/process-facts.js';
import { renderComparisons } from '../report/render-comparison.js';
import { renderTable } from '../report/table.js';
import { seedDeliveries } from '../stage/seed-deliveries.js';
import { type Server, serverNames } from '../stage/start-server.js';
import { withServers } from '../stage/with-servers.js';
import { type Comparison, compare } from '../works/compare.js';
import { searchWorks } from '../works/search-works.js';
import { works } from '../works/works.js';
import type { RunSection } from './section.js';

export const runRequests: RunSection = async (stage, options) => {
  const seed = await stage.addTenant({ chats: 1_000, automations: 1_000 });
  const { webhookId } = await seedDeliveries(stage.database, seed.tenantId, 1_000);
  return withServers(stage, serverNames, async (servers) => {
    const comparisons: Comparison[] = [];
    // The works after the searches change the chats.
    for (const work of [...searchWorks(webhookId), ...works]) {
      console.error(`  ${work.name}`);
      const able = servers.filter(({ name }) => name === 'parley' || work.targets[name] !== undefined);
      comparisons.push(await compare(able, work, { seed, options }));
    }
    const processes = await Promise.all(servers.map(describeProcess));
    return [
      renderComparisons(comparisons),
      '',
      renderTable(['server', 'memory after the load'], processes),
    ].join('\n');
  });
};

async function describeProcess({ name, pid }: Server): Promise<string[]> {
  return [name, `${(await readMemoryMb(pid)).toFixed(0)} MB`];
}
