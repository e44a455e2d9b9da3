import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { waitUntil } from '../../testkit/src/wait-until.js';
import { clearStalePidFile, removeUnlessReplaced } from '../src/local/postmaster.js';
import { processesIn } from '../src/local/process-facts.js';
import { makeTemporaryFolder } from './support/temporary-server.js';

// The wait of a start is shorter, so that it reports its condition.
jest.setTimeout(60_000);

let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
let server: ChildProcess;

/** A process that works in the folder, as each process of a server does. */
beforeEach(async () => {
  folder = await makeTemporaryFolder();
  server = spawn('sleep', ['60'], { cwd: folder.path });
  await waitUntil(async () => (await processesIn(folder.path)).length === 1);
});

afterEach(async () => {
  await endServer();
  await folder.remove();
});

async function endServer(): Promise<void> {
  if (!server.kill('SIGKILL')) return;
  await once(server, 'exit');
}

const pidFile = () => join(folder.path, 'postmaster.pid');

/** A pid file of a process that is not a server of the folder. */
const stale = (port: number) => [process.pid, folder.path, 1, port, ''].join('\n');

describe('a pid file', () => {
  test('of a server that another process has just started stays, and nobody waits for that server to end', async () => {
    const cleared = clearStalePidFile(folder.path);
    const own = `${server.pid}\n${folder.path}\n`;
    await writeFile(pidFile(), own);
    expect(await cleared).toBe(false);
    expect(await readFile(pidFile(), 'utf8')).toBe(own);
  });

  test('that was replaced while the last processes of a server ended stays', async () => {
    await writeFile(pidFile(), stale(2));
    for (const earlier of [stale(1), undefined]) {
      expect(await removeUnlessReplaced(folder.path, earlier)).toBe(false);
    }
    expect(await readFile(pidFile(), 'utf8')).toBe(stale(2));
  });

  test('of a process that has ended is left to PostgreSQL', async () => {
    const own = `${server.pid}\n${folder.path}\n`;
    await writeFile(pidFile(), own);
    await endServer();
    expect(await clearStalePidFile(folder.path)).toBe(true);
    expect(await readFile(pidFile(), 'utf8')).toBe(own);
  });

  test.each(['', '0\n', '-1\n'])('that names no process, as %j, is removed', async (content) => {
    await writeFile(pidFile(), content);
    await endServer();
    expect(await clearStalePidFile(folder.path)).toBe(true);
    await expect(readFile(pidFile(), 'utf8')).rejects.toThrow('ENOENT');
  });

  test('of a server that has ended, whose number another process has now, is removed', async () => {
    await writeFile(pidFile(), stale(1));
    await endServer();
    expect(await clearStalePidFile(folder.path)).toBe(true);
    await expect(readFile(pidFile(), 'utf8')).rejects.toThrow('ENOENT');
  });
});
