import { startProvider } from '../crash/provider.js';
import { startReceiver } from '../crash/receiver.js';
import { checkUpgrade } from './check-upgrade.js';
import type { CleanUp } from './clean-up.js';
import {
  apiCount,
  createInstallation,
  type Installation,
  startApi,
  startWorkers,
  stopInstallation,
  stopProcess,
  workerCount,
} from './installation.js';
import { startLoad } from './load.js';
import { startLoadBalancer } from './load-balancer.js';
import { type Release, runScript } from './release.js';
import { drillRestore } from './restore-drill.js';
import { roll, waitUntilBalanced } from './roll.js';
import { setScene } from './set-scene.js';

export interface UpgradeOptions {
  /** The folder of this release. */
  readonly root: string;
  /** The folder of the previous release. */
  readonly checkout: string;
  /** Where the installation keeps its files. */
  readonly folder: string;
  readonly pauseMs: number;
  readonly tell: (line: string) => void;
  readonly cleanUp: CleanUp;
}

/** Upgrades an installation under load, and restores it afterwards. Returns whether every guarantee was met. */
export async function tryUpgrade(options: UpgradeOptions): Promise<boolean> {
  const { root, checkout, folder, pauseMs, tell, cleanUp } = options;
  const previous: Release = { name: 'previous', folder: checkout };
  const release: Release = { name: 'this', folder: root };
  const [receiver, provider] = [await startReceiver(), await startProvider()];
  cleanUp.add(() => Promise.all([receiver.stop(), provider.stop()]));
  const installation = await createInstallation(folder);
  cleanUp.add(() => stopInstallation(installation));
  const balancer = await startLoadBalancer(installation.apiUrls);
  cleanUp.add(() => balancer.stop());

  await startAll(installation, previous);
  await waitUntilBalanced(balancer);
  const urls = { url: balancer.url, receiverUrl: receiver.url, providerUrl: provider.url };
  const scene = await setScene(previous, { ...urls, env: installation.env });
  tell(`${apiCount} APIs and ${workerCount} workers of the previous release run`);
  const load = startLoad(scene, 'previous release');
  await roll({ installation, balancer, load, to: release, pauseMs, tell }).finally(() => load.stop());
  receiver.stopFailing();
  tell('the load has stopped; waiting until everything is settled');
  const broken = await checkUpgrade({ installation, load, receiver, provider, tell });
  broken.push(...balancer.failures.map((failure) => `load balancer: ${failure}`));
  broken.push(...(await drillRestore({ installation, balancer, release, scene, receiver, provider, tell })));
  for (const name of [...installation.running.keys()]) await stopProcess(installation, name);
  broken.push(...installation.problems);
  for (const problem of broken.slice(0, 50)) tell(`BROKEN: ${problem}`);
  tell(`violated guarantees: ${broken.length}`);
  return broken.length === 0;
}

async function startAll(installation: Installation, release: Release): Promise<void> {
  await runScript(release, ['migrate'], installation.env);
  for (let number = 1; number <= apiCount; number += 1) await startApi(installation, release, number);
  await startWorkers(installation, release);
}
