import { setTimeout as delay } from 'node:timers/promises';
import { waitFor } from '../crash/wait-for.js';
import {
  apiCount,
  type Installation,
  startApi,
  startWorker,
  stopProcess,
  workerCount,
} from './installation.js';
import type { RollingLoad } from './load.js';
import type { LoadBalancer } from './load-balancer.js';
import { type Release, runScript } from './release.js';

export interface RollOptions {
  readonly installation: Installation;
  readonly balancer: LoadBalancer;
  readonly load: RollingLoad;
  readonly to: Release;
  /** How long the load goes on between two steps. */
  readonly pauseMs: number;
  readonly tell: (line: string) => void;
}

/** Upgrades as docs/operations/upgrade.md says: migrate, replace the workers and then the APIs, contract. */
export async function roll({ installation, balancer, load, to, pauseMs, tell }: RollOptions): Promise<void> {
  const step = async (name: string, work: () => Promise<unknown>) => {
    load.begin(name);
    await work();
    await delay(pauseMs);
    tell(name);
  };
  await delay(pauseMs);
  await step('migrate to this release', () => runScript(to, ['migrate'], installation.env));
  for (let number = 1; number <= workerCount; number += 1)
    await step(`replace worker-${number}`, async () => {
      await stopProcess(installation, `worker-${number}`);
      await startWorker(installation, to, number);
    });
  for (let number = 1; number <= apiCount; number += 1)
    await step(`replace api-${number}`, async () => {
      await stopProcess(installation, `api-${number}`);
      await startApi(installation, to, number);
      await waitUntilBalanced(balancer);
    });
  await step('contract', () => runScript(to, ['migrate', 'contract'], installation.env));
}

/** The next process is replaced only when the load balancer uses all of them again. */
export async function waitUntilBalanced(balancer: LoadBalancer): Promise<void> {
  await waitFor('all APIs are in use', () => balancer.ready.length === apiCount || undefined, 60_000);
}
