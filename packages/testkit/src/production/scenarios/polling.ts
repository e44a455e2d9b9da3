import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Scenario } from '../service/scenario.js';
import { runUnderLoad } from '../service/under-load.js';

const loadMs = 5_000;
const workers = ['worker-1', 'worker-2'];

/** A worker that reaches only the pooler polls, says so, and does all the work. */
export const scenario: Scenario = {
  name: 'polling-worker',
  async run(installation) {
    const { processes, folder } = installation;
    await processes.start('worker-3', 'worker', { DATABASE_DIRECT_URL: '' });
    for (const name of workers) await processes.stop(name);
    const { figures } = await runUnderLoad(installation, { name: 'polling', meanwhile: () => delay(loadMs) });
    for (const name of workers) await processes.start(name, 'worker');
    await processes.stop('worker-3');
    const log = await readFile(join(folder, 'worker-3.log'), 'utf8');
    const lines = log.match(/polls for jobs every second; set DATABASE_DIRECT_URL/g) ?? [];
    if (lines.length !== 1) throw new Error(`The worker said ${lines.length} times that it polls.`);
    return figures;
  },
};
