import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalPostgres, startLocalPostgres } from '../../src/index.js';

/** A server in a temporary folder; both are removed at the end. */
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

export async function makeTemporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'parley-database-'));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 10 }) };
}
