import type { Scenario } from '../service/scenario.js';
import { runUnderLoad } from '../service/under-load.js';

/** One API process and one worker are stopped with SIGTERM under load and replaced, as in an upgrade. */
export const scenario: Scenario = {
  name: 'drain',
  async run(installation) {
    const { processes } = installation;
    const exitCodes: (number | null)[] = [];
    const { figures, counts } = await runUnderLoad(installation, {
      name: 'drain',
      async meanwhile() {
        for (const [name, kind] of [
          ['api-1', 'api'],
          ['worker-1', 'worker'],
        ] as const) {
          exitCodes.push(await processes.stop(name));
          await processes.start(name, kind);
        }
      },
    });
    return [
      ...figures,
      { name: 'requests that were retried', measured: counts.retries, atMost: 0 },
      {
        name: 'processes with another exit code than 0',
        measured: exitCodes.filter((code) => code !== 0).length,
        atMost: 0,
      },
    ];
  },
};
