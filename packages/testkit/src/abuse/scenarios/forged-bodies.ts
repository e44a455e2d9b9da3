import { newId } from '@parley/core';
import { createChannel, createTenant } from '../../fixtures/index.js';
import { openPoster, type Reply } from '../caller.js';
import { emailChannel } from '../email-channel.js';
import { measureGrowth } from '../measure-memory.js';
import { repeat } from '../repeat.js';
import type { Scenario } from '../scenario.js';
import { whatsappChannel } from '../whatsapp-channel.js';

const requests = 400;
const atOnce = 40;

/** Bodies of a megabyte with forged signatures, to channels that exist and to one that does not. */
export const scenario: Scenario = {
  name: 'forged-bodies',
  bound: { figure: 'growth of the API by 400 forged bodies of 1 MB', unit: 'MB', atMost: 100 },
  async run(stage) {
    const { url, database, api } = await stage.startCluster();
    const { id: tenantId } = await createTenant(database);
    const known = [whatsappChannel, emailChannel].map((values) => createChannel(database, tenantId, values));
    const channelIds = [...(await Promise.all(known)).map(({ id }) => id), newId()];
    const post = openPoster(stage);
    const body = Buffer.alloc(1_000_000, 'a');
    const headers = {
      'content-type': 'application/json',
      'x-hub-signature-256': `sha256=${'0'.repeat(64)}`,
      'x-request-id': 'the-same-for-all',
    };
    const postTo = (channelId: string) => post(`${url}/ingress/${channelId}`, { headers, body });
    const first = [];
    for (const channelId of channelIds) first.push(describe(await postTo(channelId)));
    if (new Set(first).size > 1) throw new Error(`The channels respond differently: ${first.join(' and ')}`);
    const counts = new Map<number, number>();
    const growth = await measureGrowth(api.pid, async () => {
      await repeat({ count: requests, atOnce }, async (number) => {
        const { status } = await postTo(channelIds[number % channelIds.length] ?? '');
        if (status < 400 || status === 500) throw new Error(`A forged body got ${status}`);
        counts.set(status, (counts.get(status) ?? 0) + 1);
      });
    });
    console.log(`  ${[...counts].map(([status, count]) => `${count} × ${status}`).join(', ')}`);
    return growth;
  },
};

/**
 * Returns the parts of a response that could reveal something to an unauthenticated caller; the other parts are times.
 */
function describe({ status, headers, text }: Reply): string {
  return `${status} ${Object.keys(headers).sort().join()} ${text}`;
}
