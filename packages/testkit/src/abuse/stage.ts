import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Cluster, startCluster } from '../crash/cluster.js';
import { isReady } from '../crash/scene.js';
import { waitFor } from '../crash/wait-for.js';
import type { Stage } from './scenario.js';

const startTimeoutMs = 120_000;

export interface OpenStage extends Stage {
  /** Stops what the scenario started, the newest first. Keeps the logs of a failed scenario. */
  close(options: { readonly keepFolders: boolean }): Promise<string[]>;
}

export function openStage(): OpenStage {
  const folders: string[] = [];
  const stops: ((keepFolder: boolean) => Promise<void> | void)[] = [];
  return {
    async startCluster(options) {
      const cluster = await startCluster({ ...options, env: { LOG_LEVEL: 'debug', ...options?.env } });
      folders.push(cluster.folder);
      stops.push((keepFolder) => cluster.stop({ keepFolder }));
      await waitFor('the service is up', () => isReady(cluster.url), startTimeoutMs);
      await waitFor('the first requests are prepared', () => isPrepared(cluster), startTimeoutMs);
      return cluster;
    },
    onEnd(stop) {
      stops.push(stop);
    },
    async close({ keepFolders }) {
      for (const stop of stops.reverse()) await stop(keepFolders);
      return keepFolders ? folders : [];
    },
  };
}

/**
 * For about two seconds after its start, the API prepares the first requests, which takes memory and CPU. A figure that
 * is measured meanwhile would not be that of the attack.
 */
async function isPrepared({ folder }: Cluster): Promise<true | undefined> {
  const log = await readFile(join(folder, 'logs', 'api.log'), 'utf8');
  return log.includes('the first requests were prepared') || undefined;
}
