import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { waitUntil } from '../../testkit/src/wait-until.js';
import type { LocalPostgres, LocalPostgresOptions } from '../src/index.js';
import { findPostmaster } from '../src/local/postmaster.js';
import { processesIn, sendSignal } from '../src/local/process-facts.js';
import { readFromFifo, removeFifo } from './support/fifo.js';
import { end, spawnHolder, startHolder } from './support/holder.js';
import { query } from './support/sessions.js';

/** The data folder of the test that runs, and servers in it that are stopped after the test. */
export interface LocalFolder {
  readonly path: string;
  /** Copies a cluster that was created before: creating one takes longer than most of the tests. */
  copyMade(): Promise<void>;
  start(options?: Omit<LocalPostgresOptions, 'dataDir'>): Promise<LocalPostgres>;
}

export function describeRestartAfterKill(folder: LocalFolder): void {
  describe('after kill -9', () => {
    test('of the starting process, the server that it left is adopted', async () => {
      await folder.copyMade();
      const holder = await startHolder(folder.path);
      await end(holder.child, 'SIGKILL');
      const server = await folder.start();
      expect(server.pid).toBe(holder.pid);
      expect(server.url).toBe(holder.url);
    });

    test('of everything, the next start finds every committed row', async () => {
      await folder.copyMade();
      const holder = await startHolder(folder.path);
      await query(holder.url, 'create table note as select generate_series(1, 1000) as value');
      await end(holder.child, 'SIGKILL');
      // The other processes of a server end by themselves once they notice that it is gone.
      for (const pid of await processesIn(join(folder.path, 'postgres'))) sendSignal(pid, 'SIGKILL');
      const server = await folder.start();
      expect(server.pid).not.toBe(holder.pid);
      expect(await query(server.url, 'select count(*)::int as rows from note')).toEqual([{ rows: 1000 }]);
    });

    test('of the server alone, it is restarted on the same port', async () => {
      await folder.copyMade();
      const server = await folder.start();
      const killed = server.pid;
      process.kill(killed, 'SIGKILL');
      await waitUntil(async () => server.pid !== killed);
      expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    });

    test('of a server that is just being adopted, it is restarted as well', async () => {
      await folder.copyMade();
      const server = await folder.start();
      const portFile = join(folder.path, 'postgres', 'parley-port');
      await rm(portFile);
      // The process that restarts the server is blocked where it stores the port, after it has found the server to be
      // healthy.
      await promisify(execFile)('mkfifo', [portFile]);
      const first = server.pid;
      let second = first;
      try {
        second = await killAndFindNext(folder.path, first);
        await waitUntil(() => hasOwner(server.url));
        process.kill(second, 'SIGKILL');
        await waitUntil(async () => {
          const remaining = await processesIn(join(folder.path, 'postgres'));
          return remaining.length === 0;
        });
        await readFromFifo(portFile);
      } finally {
        await removeFifo(portFile);
      }
      await waitUntil(async () => ![second, first].includes(server.pid));
      expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    });

    test('of the server while its port cannot be stored, it is restarted once that is possible', async () => {
      await folder.copyMade();
      const lines: string[] = [];
      const server = await folder.start({ log: (line) => lines.push(line) });
      const killed = server.pid;
      const portFile = join(folder.path, 'postgres', 'parley-port');
      await rm(portFile);
      await mkdir(portFile);
      process.kill(killed, 'SIGKILL');
      await waitUntil(async () => lines.some((line) => line.includes('EISDIR') && line.includes(portFile)));
      await waitUntil(async () => !(await hasOwner(server.url)));
      await rm(portFile, { recursive: true });
      await waitUntil(async () => server.pid !== killed);
      expect(await hasOwner(server.url)).toBe(true);
    });

    test('while the folder is being created, the next start creates it again', async () => {
      const child = spawnHolder(folder.path, { template: join(folder.path, 'none') });
      await waitUntil(async () => {
        const [workshop] = await readdir(folder.path);
        return workshop !== undefined && existsSync(join(folder.path, workshop, 'cluster', 'PG_VERSION'));
      });
      await end(child, 'SIGKILL');
      expect(existsSync(join(folder.path, 'postgres'))).toBe(false);
      const server = await folder.start();
      expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
      expect((await readdir(folder.path)).sort()).toEqual(['postgres', 'postgres.log']);
    });

    test('a pid file whose number now belongs to another process does not prevent the start', async () => {
      await folder.copyMade();
      const first = await folder.start();
      await first.stop();
      const stale = [process.pid, join(folder.path, 'postgres'), 1, first.port, '', '127.0.0.1', '', 'ready'];
      await writeFile(join(folder.path, 'postgres', 'postmaster.pid'), `${stale.join('\n')}\n`);
      const second = await folder.start();
      expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    });
  });
}

/** Returns the process that has taken over and is ready. */
async function killAndFindNext(folder: string, pid: number): Promise<number> {
  process.kill(pid, 'SIGKILL');
  const next = await waitUntil(async () => {
    const found = await findPostmaster(join(folder, 'postgres'));
    return found?.isReady && found.pid !== pid && found;
  });
  return next.pid;
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
