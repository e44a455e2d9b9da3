import { atLeast, atMost } from '../report/judge.js';
import { renderTable } from '../report/table.js';
import { withServers } from '../stage/with-servers.js';
import { measureBroadcast } from '../works/measure-broadcast.js';
import type { RunSection } from './section.js';

export const runBroadcast: RunSection = async (stage, { rounds }) => {
  const seed = await stage.addTenant({ chats: 1, automations: 3 });
  return withServers(stage, ['parley', 'express-plain'], async ([ours, peer]) => {
    const { fewMs, manyMs, peerMs } = await measureBroadcast({ ours, peer }, seed, rounds);
    const growth = manyMs / fewMs;
    const ratio = peerMs / manyMs;
    return renderTable(
      ['POST broadcast', 'time', 'target'],
      [
        ['500 contacts', `${fewMs.toFixed(0)} ms`],
        ['5,000 contacts', `${manyMs.toFixed(0)} ms`],
        ['growth', `${growth.toFixed(1)} ×`, atMost(growth, 12)],
        ['5,000 one by one', `${peerMs.toFixed(0)} ms`],
        ['ours', `${ratio.toFixed(1)} ×`, atLeast(ratio, 5)],
      ],
    );
  });
};
