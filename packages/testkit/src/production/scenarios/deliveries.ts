import { setTimeout as delay } from 'node:timers/promises';
import type { Scenario } from '../service/scenario.js';
import { runUnderLoad } from '../service/under-load.js';

const loadMs = 10_000;

/** Nothing happens but the load: writes, events, deliveries with retries, automations and campaigns. */
export const scenario: Scenario = {
  name: 'deliveries',
  async run(installation) {
    const { figures, counts } = await runUnderLoad(installation, {
      name: 'deliveries',
      meanwhile: () => delay(loadMs),
    });
    return [...figures, { name: 'requests that were retried', measured: counts.retries, atMost: 0 }];
  },
};
