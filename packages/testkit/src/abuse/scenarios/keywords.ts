import { createAutomation, createChannel, createKey, createTenant } from '../../fixtures/index.js';
import { tokenOf } from '../../tokens.js';
import { openCaller } from '../caller.js';
import { probeHealth } from '../probe-health.js';
import { repeat } from '../repeat.js';
import type { Scenario } from '../scenario.js';

const automations = 500;
const messages = 200;

/** Every word of the text could begin every keyword, but the last word of each keyword does not occur in the text. */
export const scenario: Scenario = {
  name: 'keywords',
  bound: { figure: '/healthz p99 with long texts for 500 keywords', unit: 'ms', atMost: 100 },
  async run(stage) {
    const { url, database } = await stage.startCluster();
    const { id: tenantId } = await createTenant(database, {
      limitOverrides: { inboundMessagesPerMinute: 100_000 },
    });
    const { id: channelId } = await createChannel(database, tenantId);
    for (let number = 0; number < automations; number += 1) {
      const triggerParameters = { keyword: `${'a '.repeat(120)}b${number}` };
      await createAutomation(database, tenantId, { triggerType: 'message_received', triggerParameters });
    }
    const call = openCaller(stage, url, await tokenOf(await createKey(database, tenantId)));
    const text = 'a '.repeat(49_999);
    const { p99, max } = await probeHealth(url, async () => {
      await repeat({ count: messages, atOnce: 4 }, async (number) => {
        const from = `+4915112${String(number).padStart(6, '0')}`;
        const { status } = await call('POST', `/ingress/${channelId}`, { from, text });
        if (status !== 200) throw new Error(`A message got ${status}`);
      });
    });
    console.log(`  ${messages} messages, max ${max.toFixed(1)} ms`);
    return p99;
  },
};
