import { execFile } from 'node:child_process';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
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
import { isAlive, processesIn } from '../src/local/process-facts.js';
import { describeRestartAfterKill } from './restart-after-kill.js';
import { end, startHolder } from './support/holder.js';
import { query } from './support/sessions.js';
import { makeTemporaryFolder } from './support/temporary-server.js';

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
    const refusals = attempts.flatMap((attempt) =>
      attempt.status === 'rejected' ? [attempt.reason.message] : [],
    );
    expect(refusals).toEqual([expect.stringContaining(`is already in use by process ${process.pid}.`)]);
  });
});

describeRestartAfterKill({
  get path() {
    return folder.path;
  },
  copyMade,
  start,
});

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
