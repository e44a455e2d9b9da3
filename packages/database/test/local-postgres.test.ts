import { execFile } from 'node:child_process';
import { constants, existsSync } from 'node:fs';
import { mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  type LocalPostgres,
  type LocalPostgresOptions,
  readLocalDatabaseUrl,
  startLocalPostgres,
} from '../src/index.js';
import { findPostmaster } from '../src/local/postmaster.js';
import { isAlive, processesIn } from '../src/local/process-facts.js';
import { waitFor } from '../src/local/wait-for.js';
import { end, spawnHolder, startHolder } from './support/holder.js';
import { makeTemporaryFolder } from './support/temporary-server.js';
import { query } from './support/use-clusters.js';

// This is longer than the waits of a test, so that a wait that fails reports its condition and the test can clean up.
jest.setTimeout(90_000);

let made: Awaited<ReturnType<typeof makeTemporaryFolder>>;
let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
let servers: LocalPostgres[] = [];

beforeAll(async () => {
  made = await makeTemporaryFolder();
  await (await startLocalPostgres({ dataDir: made.path })).stop();
});

afterAll(() => made?.remove());

beforeEach(async () => {
  folder = await makeTemporaryFolder();
});

afterEach(async () => {
  for (const server of servers) await server.stop();
  servers = [];
  expect(await processesIn(join(folder.path, 'postgres'))).toEqual([]);
  await folder.remove();
});

describe('a local PostgreSQL', () => {
  test('keeps data and port over a restart, and leaves no process behind', async () => {
    await copyMade();
    const first = await start();
    await query(first.url, 'create table note as select 1 as value');
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);
    const second = await start();
    expect(second.port).toBe(first.port);
    expect(await query(second.url, 'select value from note')).toEqual([{ value: 1 }]);
  });

  test('listens on the loopback address only, requires a password, and flushes commits to disk', async () => {
    await copyMade();
    const { url } = await start();
    const settings = await query(
      url,
      `select name, setting from pg_settings
       where name in ('listen_addresses', 'unix_socket_directories', 'fsync', 'synchronous_commit') order by name`,
    );
    expect(settings.map(({ name, setting }) => `${name}=${setting}`)).toEqual([
      'fsync=on',
      'listen_addresses=127.0.0.1',
      'synchronous_commit=on',
      'unix_socket_directories=',
    ]);
    const wrong = new URL(url);
    wrong.password = 'guess';
    await expect(query(wrong.toString(), 'select 1')).rejects.toThrow(/password authentication failed/);
    const { mode } = await stat(join(folder.path, 'postgres', 'parley-password'));
    expect(mode & 0o777).toBe(0o600);
  });

  test('uses the next port when the requested one is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const taken = typeof address === 'object' && address ? address.port : 0;
    try {
      const server = await start({ port: taken });
      expect(server.port).toBeGreaterThan(taken);
      expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    } finally {
      await new Promise((resolve) => other.close(resolve));
    }
  });

  test('is found by another process through the folder alone', async () => {
    await expect(readLocalDatabaseUrl(folder.path)).rejects.toThrow(
      `No local PostgreSQL is running in ${folder.path}.`,
    );
    await copyMade();
    const server = await start();
    expect(await readLocalDatabaseUrl(folder.path)).toBe(server.url);
    await server.stop();
    await expect(readLocalDatabaseUrl(folder.path)).rejects.toThrow('Start the service first');
  });

  test('refuses a folder that is not its own and does not change it', async () => {
    const foreign = join(folder.path, 'postgres');
    await mkdir(foreign);
    await writeFile(join(foreign, 'diary.txt'), 'mine');
    await expect(start()).rejects.toThrow(`${foreign} is not a data folder of this service.`);
    expect(await readdir(foreign)).toEqual(['diary.txt']);
  });
});

describe('a second start on the same folder', () => {
  test('is refused in one line with folder and process while the first lives', async () => {
    await copyMade();
    const holder = await startHolder(folder.path);
    try {
      const refusal = await start().catch((error: Error) => error);
      expect(refusal).toHaveProperty(
        'message',
        `PostgreSQL in ${join(folder.path, 'postgres')} is already in use by process ${holder.child.pid}. ` +
          'Stop that process, or set another DATA_DIR.',
      );
      expect(await query(holder.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    } finally {
      await end(holder.child, 'SIGTERM');
    }
  });

  test('at the same moment lets exactly one through', async () => {
    const attempts = await Promise.allSettled([start(), start()]);
    expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('after kill -9', () => {
  test('of the starting process, the server that it left is adopted', async () => {
    await copyMade();
    const holder = await startHolder(folder.path);
    await end(holder.child, 'SIGKILL');
    const server = await start();
    expect(server.pid).toBe(holder.pid);
    expect(server.url).toBe(holder.url);
  });

  test('of everything, the next start finds every committed row', async () => {
    await copyMade();
    const holder = await startHolder(folder.path);
    await query(holder.url, 'create table note as select generate_series(1, 1000) as value');
    await end(holder.child, 'SIGKILL');
    for (const pid of await processesIn(join(folder.path, 'postgres'))) process.kill(pid, 'SIGKILL');
    const server = await start();
    expect(server.pid).not.toBe(holder.pid);
    expect(await query(server.url, 'select count(*)::int as rows from note')).toEqual([{ rows: 1000 }]);
  });

  test('of the server alone, it is restarted on the same port', async () => {
    await copyMade();
    const server = await start();
    const killed = server.pid;
    process.kill(killed, 'SIGKILL');
    await waitFor('a new server', 20_000, async () => server.pid !== killed);
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('of a server that is just being adopted, it is restarted as well', async () => {
    await copyMade();
    const server = await start();
    const portFile = join(folder.path, 'postgres', 'parley-port');
    await rm(portFile);
    // The process that restarts the server is blocked where it stores the port, after it has found the server to be
    // healthy.
    await promisify(execFile)('mkfifo', [portFile]);
    const first = server.pid;
    let second = first;
    try {
      second = await killAndFindNext(first);
      await waitFor('its owner to be back', 20_000, () => hasOwner(server.url));
      process.kill(second, 'SIGKILL');
      await waitFor('all of it to be gone', 20_000, async () => {
        const remaining = await processesIn(join(folder.path, 'postgres'));
        return remaining.length === 0;
      });
      await readFromFifo(portFile);
    } finally {
      await removeFifo(portFile);
    }
    await waitFor('a third server', 20_000, async () => ![second, first].includes(server.pid));
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('of the server while its port cannot be stored, it is restarted once that is possible', async () => {
    await copyMade();
    const lines: string[] = [];
    const server = await start({ log: (line) => lines.push(line) });
    const killed = server.pid;
    const portFile = join(folder.path, 'postgres', 'parley-port');
    await rm(portFile);
    await mkdir(portFile);
    process.kill(killed, 'SIGKILL');
    await waitFor('its owner to have failed', 20_000, async () =>
      lines.some((line) => line.includes('EISDIR') && line.includes(portFile)),
    );
    await waitFor('its owner to be gone', 20_000, async () => !(await hasOwner(server.url)));
    await rm(portFile, { recursive: true });
    await waitFor('the server to be taken up', 20_000, async () => server.pid !== killed);
    expect(await hasOwner(server.url)).toBe(true);
  });

  test('while the folder is being created, the next start creates it again', async () => {
    const child = spawnHolder(folder.path, { template: join(folder.path, 'none') });
    await waitFor('the cluster to be half made', 20_000, async () => {
      const [workshop] = await readdir(folder.path);
      return workshop !== undefined && existsSync(join(folder.path, workshop, 'cluster', 'PG_VERSION'));
    });
    await end(child, 'SIGKILL');
    expect(existsSync(join(folder.path, 'postgres'))).toBe(false);
    const server = await start();
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await readdir(folder.path)).sort()).toEqual(['postgres', 'postgres.log']);
  });

  test('a pid file whose number now belongs to another process does not prevent the start', async () => {
    await copyMade();
    const first = await start();
    await first.stop();
    const stale = [process.pid, join(folder.path, 'postgres'), 1, first.port, '', '127.0.0.1', '', 'ready'];
    await writeFile(join(folder.path, 'postgres', 'postmaster.pid'), `${stale.join('\n')}\n`);
    const second = await start();
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

/** Returns the process that has taken over and is ready. */
async function killAndFindNext(pid: number): Promise<number> {
  process.kill(pid, 'SIGKILL');
  const next = await waitFor('a new server', 20_000, async () => {
    const found = await findPostmaster(join(folder.path, 'postgres'));
    return found?.isReady && found.pid !== pid && found;
  });
  return next.pid;
}

/** A reader that does not wait for a writer: it could wait forever, and the test with it. */
const withoutWaiting = constants.O_RDONLY | constants.O_NONBLOCK;

/** Lets the blocked writer continue, and returns when it has written. */
async function readFromFifo(path: string): Promise<void> {
  const reader = await open(path, withoutWaiting);
  try {
    await waitFor('the port to be written down', 20_000, async () => {
      const { bytesRead } = await reader.read(Buffer.alloc(16)).catch(nothingYet);
      return bytesRead > 0;
    });
  } finally {
    await reader.close();
  }
}

function nothingYet(error: NodeJS.ErrnoException): { bytesRead: number } {
  if (error.code === 'EAGAIN') return { bytesRead: 0 };
  throw error;
}

/**
 * Removes the FIFO and releases a process that still waits to write into it; otherwise the server could not be stopped.
 */
async function removeFifo(path: string): Promise<void> {
  const reader = await open(path, withoutWaiting);
  await rm(path);
  await reader.close();
}

/** Whether a process supervises the server. */
async function hasOwner(url: string): Promise<boolean> {
  const rows = await query(
    url,
    `select from pg_locks lock join pg_stat_activity activity using (pid)
     where lock.locktype = 'advisory' and lock.granted and activity.application_name like 'parley-owner-%'`,
  );
  return rows.length > 0;
}

/** Copies a cluster that was created before: creating one takes longer than most of the tests. */
async function copyMade(): Promise<void> {
  // Owners and modes matter to PostgreSQL.
  await promisify(execFile)('cp', ['-a', join(made.path, 'postgres'), folder.path]);
}

async function start(options: Omit<LocalPostgresOptions, 'dataDir'> = {}): Promise<LocalPostgres> {
  const server = await startLocalPostgres({ dataDir: folder.path, ...options });
  servers.push(server);
  return server;
}
