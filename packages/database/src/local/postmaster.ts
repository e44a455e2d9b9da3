import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive, processesIn, sendSignal, servesFolder } from './process-facts.js';
import { waitFor } from './wait-for.js';

export type Postmaster = { pid: number; port: number; isReady: boolean };

/** Reads which server runs on the folder now, if any, from its pid file. */
export async function findPostmaster(folder: string): Promise<Postmaster | undefined> {
  const file = (await readPidFile(folder)) ?? '';
  const lines = file.split('\n');
  const pid = Number(lines[0]);
  if (!(await servesFolder(pid, folder))) return undefined;
  return { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' };
}

/** Ends open connections and stops the server after its data is written; kills it when it hangs. */
export async function stopPostmaster(pid: number): Promise<void> {
  const isGone = async () => !isAlive(pid);
  sendSignal(pid, 'SIGINT');
  try {
    await waitFor('PostgreSQL to stop', 20_000, isGone);
  } catch {
    sendSignal(pid, 'SIGQUIT');
    await waitFor('PostgreSQL to stop at once', 10_000, isGone);
  }
}

/**
 * Removes the pid file of a server that has ended. PostgreSQL does so itself, unless the pid now belongs to another
 * process, which is common in containers. All processes of the old server must have ended first: two servers on one
 * folder would destroy it. Returns false when another process has started a server meanwhile.
 */
export async function clearStalePidFile(folder: string): Promise<boolean> {
  const stale = await readPidFile(folder);
  const found = await waitFor(
    `the last processes of an earlier server in ${folder} to end`,
    30_000,
    async () => {
      const server = await findPostmaster(folder);
      if (server !== undefined) return { server };
      return (await processesIn(folder)).length === 0 && { server };
    },
  );
  return found.server === undefined && removeUnlessReplaced(folder, stale);
}

/** Returns false when another process has removed the pid file itself and started a server, whose file must stay. */
export async function removeUnlessReplaced(folder: string, stale: string | undefined): Promise<boolean> {
  const present = await readPidFile(folder);
  if (present === undefined) return true;
  if (present !== stale) return false;
  // PostgreSQL removes the file of a dead process itself. One without a pid remains after a power failure.
  const pid = Number.parseInt(present, 10);
  if (pid > 0 && !isAlive(pid)) return true;
  await rm(pidFile(folder), { force: true });
  return true;
}

function readPidFile(folder: string): Promise<string | undefined> {
  return readFile(pidFile(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

function pidFile(folder: string): string {
  return join(folder, 'postmaster.pid');
}
