import { setTimeout as delay } from 'node:timers/promises';
import type { Scenario } from '../service/scenario.js';
import { runUnderLoad } from '../service/under-load.js';

/** How long the server stays away: longer than a pause between two attempts of a client. */
const downMs = 3_000;

/** PostgreSQL stops under load and comes back. The processes of the service stay up, and clients retry what got a 503. */
export const scenarios: readonly Scenario[] = (['fast', 'immediate'] as const).map((mode) => ({
  name: `database-restart-${mode}`,
  async run(installation) {
    const { postgres, processes } = installation;
    const readPids = () =>
      [...processes.list('api'), ...processes.list('worker')].map(({ process }) => process.pid);
    const before = readPids();
    const { figures, counts } = await runUnderLoad(installation, {
      name: `restart-${mode}`,
      async meanwhile() {
        await postgres.stop(mode);
        await delay(downMs);
        await postgres.start();
      },
    });
    const restarted = readPids().filter((pid, index) => pid !== before[index]).length;
    return [
      ...figures,
      { name: 'processes of the service that ended', measured: restarted, atMost: 0 },
      { name: 'requests that were retried', measured: counts.retries },
      { name: 'longest request with its retries', measured: counts.longestMs / 1_000, unit: 's' },
    ];
  },
}));
