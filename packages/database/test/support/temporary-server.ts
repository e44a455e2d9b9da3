import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseParent } from '../../../testkit/src/database/choose-parent.js';
import { type LocalPostgres, startLocalPostgres } from '../../src/index.js';

/** Starts a server in a temporary folder; both are removed at the end. */
export async function startTemporaryServer(): Promise<LocalPostgres> {
  const folder = await makeTemporaryFolder();
  const server = await startLocalPostgres({ dataDir: folder.path });
  return {
    ...server,
    pid: server.pid,
    async stop() {
      await server.stop();
      await folder.remove();
    },
  };
}

/** Creates a folder for clusters, in memory if possible, unless another parent is given. */
export async function makeTemporaryFolder(parent?: string) {
  const path = await mkdtemp(join(parent ?? (await chooseParent()), 'parley-database-'));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 10 }) };
}
