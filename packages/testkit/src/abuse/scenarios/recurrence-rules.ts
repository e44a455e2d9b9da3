import { createWorld } from '../../fixtures/index.js';
import { tokenOf } from '../../tokens.js';
import { openCaller } from '../caller.js';
import { probeHealth } from '../probe-health.js';
import { repeat } from '../repeat.js';
import type { Scenario } from '../scenario.js';

const requests = 50;

const numbers = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index).join();

/** Rules that take the most work before they are accepted or refused. */
const worstRules: readonly (readonly string[])[] = [
  ['FREQ=DAILY;COUNT=10000;BYMONTH=1'],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO'],
  [`FREQ=YEARLY;BYYEARDAY=1;BYSETPOS=${numbers(147, 366)}`],
  [`FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=29;BYHOUR=3;BYSETPOS=${numbers(1, 200)}`],
  Array<string>(10).fill('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30,29;BYDAY=MO;BYHOUR=3'),
];

/** Rules that take much work are computed in a thread. */
export const scenario: Scenario = {
  name: 'recurrence-rules',
  bound: { figure: '/healthz p99 with rules that take the most work', unit: 'ms', atMost: 100 },
  async run(stage) {
    const { url, database } = await stage.startCluster();
    const { key, channel, automation, contact } = await createWorld(database);
    const call = openCaller(stage, url, await tokenOf(key));
    const statuses = new Set<number>();
    const { p99, max } = await probeHealth(url, async () => {
      await repeat({ count: requests, atOnce: 1 }, async (number) => {
        const { status, text } = await call('POST', '/v3/campaigns', {
          name: `Campaign ${number}`,
          channelId: channel.id,
          automationId: automation.id,
          contactIds: [contact.id],
          recurrenceRules: worstRules[number % worstRules.length],
        });
        const isRefused = status === 400 && text.includes('"recurrenceRules"');
        if (!isRefused && status >= 300) throw new Error(`A campaign got ${status}: ${text}`);
        statuses.add(status);
      });
    });
    console.log(`  ${requests} requests, statuses ${[...statuses].join()}, max ${max.toFixed(1)} ms`);
    return p99;
  },
};
