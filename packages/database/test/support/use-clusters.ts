import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from '@jest/globals';
import { type LocalPostgres, startLocalPostgres } from '../../src/index.js';
import { query } from './sessions.js';
import { makeTemporaryFolder } from './temporary-server.js';

/**
 * Creates a folder for the clusters of each test. Their servers are stopped and the folder is removed after the test.
 */
export function useClusters() {
  let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
  let servers: LocalPostgres[] = [];

  beforeEach(async () => {
    folder = await makeTemporaryFolder();
  });

  afterEach(async () => {
    for (const server of servers) await server.stop();
    servers = [];
    await folder.remove();
  });

  return {
    get path() {
      return folder.path;
    },
    get servers() {
      return servers;
    },
    async start(name: string, template: string): Promise<LocalPostgres> {
      const server = await startLocalPostgres({ dataDir: join(folder.path, name), template });
      servers.push(server);
      return server;
    },
    /** Copies the files of a template, to be damaged. */
    async copyTemplate(template: string): Promise<string> {
      const other = join(folder.path, 'other');
      await cp(template, other, { recursive: true });
      return other;
    },
  };
}

/** A cluster that was not copied has no tables yet. */
export async function expectInitialised(server: LocalPostgres): Promise<void> {
  expect(await query(server.url, `select tablename from pg_tables where schemaname = 'public'`)).toEqual([]);
}
