import { startCluster } from '../crash/cluster.js';
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
      const cluster = await startCluster(options);
      folders.push(cluster.folder);
      stops.push((keepFolder) => cluster.stop({ keepFolder }));
      await waitFor('the service is up', () => isReady(cluster.url), startTimeoutMs);
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
