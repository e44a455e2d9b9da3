import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type LocalPostgres, startLocalPostgres } from '../src/index.js';
import { locateCluster, prepareCluster } from '../src/local/cluster.js';
import {
  findPostgresBinaries,
  type PostgresBinaries,
  repairLibraryLinks,
} from '../src/local/postgres-binaries.js';
import { stopPostmaster } from '../src/local/postmaster.js';
import { ensureServer } from '../src/local/run-server.js';
import { makeTemporaryFolder } from './support/temporary-server.js';

const isRoot = process.getuid?.() === 0;
const path = process.env.PATH;
let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
let servers: LocalPostgres[] = [];

beforeEach(async () => {
  // The binaries are copied into it, and it may be impossible to execute programs in a folder in memory.
  folder = await makeTemporaryFolder(tmpdir());
});

afterEach(async () => {
  process.env.PATH = path;
  for (const server of servers) await server.stop();
  servers = [];
  await folder.remove();
});

test('a server runs with binaries and data in a 0700 folder, installed without install scripts', async () => {
  const clone = join(folder.path, 'clone');
  await mkdir(clone, { mode: 0o700 });
  const binaries = await copyBinariesWithoutLinks(clone);
  const run = promisify(execFile);
  await expect(run(binaries.initdb, ['--version'])).rejects.toThrow(/error while loading shared libraries/);

  await repairLibraryLinks(join(clone, 'package'));
  await expect(run(binaries.initdb, ['--version'])).resolves.toHaveProperty('stdout');
  const server = await startWith(binaries, join(clone, '.data'));
  expect(server.isReady).toBe(true);
  await stopPostmaster(server.pid);
});

if (isRoot) {
  describe('started by root', () => {
    test('it runs as nobody inside a namespace while the files stay root’s', async () => {
      const server = await start();
      const identity = await readFile(`/proc/${server.pid}/uid_map`, 'utf8');
      expect(identity.trim().split(/\s+/)).toEqual(['65534', '0', '1']);
      expect((await stat(join(folder.path, 'postgres'))).uid).toBe(0);
    });

    test('without namespaces it runs as another user, and later returns the folder to its owner', async () => {
      // A copy, because the checkout itself may be in a folder that no other user can read.
      await chmod(folder.path, 0o755);
      const binaries = await copyBinariesWithoutLinks(folder.path);
      await repairLibraryLinks(join(folder.path, 'package'));
      const data = join(folder.path, 'data');
      process.env.PATH = '/nowhere';
      const restricted = await startWith(binaries, data);
      expect(await readFile(`/proc/${restricted.pid}/status`, 'utf8')).toMatch(/^Uid:\s+65534\s/m);
      await stopPostmaster(restricted.pid);
      process.env.PATH = path;
      const server = await startWith(binaries, data);
      expect(server.pid).not.toBe(restricted.pid);
      expect((await stat(join(data, 'postgres', 'base'))).uid).toBe(0);
      await stopPostmaster(server.pid);
    });

    test('when no user can read the folder, the error says what to do', async () => {
      await chmod(folder.path, 0o700);
      process.env.PATH = '/nowhere';
      await expect(start()).rejects.toThrow('PostgreSQL cannot run as root, and no other user can use both');
    });
  });
}

async function start(): Promise<LocalPostgres> {
  const server = await startLocalPostgres({ dataDir: folder.path });
  servers.push(server);
  return server;
}

async function startWith(binaries: PostgresBinaries, dataDir: string) {
  const cluster = await locateCluster(dataDir);
  const { launcher } = await prepareCluster(cluster, binaries);
  return ensureServer({ cluster, binaries, launcher }, { port: undefined, mayMove: true });
}

async function copyBinariesWithoutLinks(clone: string): Promise<PostgresBinaries> {
  const { postgres } = await findPostgresBinaries();
  const original = dirname(dirname(dirname(postgres)));
  const copy = join(clone, 'package');
  await cp(original, copy, { recursive: true, verbatimSymlinks: true });
  const links: { target: string }[] = JSON.parse(
    await readFile(join(copy, 'native', 'pg-symlinks.json'), 'utf8'),
  );
  for (const { target } of links) {
    if ((await lstat(join(copy, target))).isSymbolicLink()) await rm(join(copy, target));
  }
  return {
    initdb: join(copy, 'native', 'bin', 'initdb'),
    postgres: join(copy, 'native', 'bin', 'postgres'),
  };
}
