import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive, processesIn, sendSignal, servesFolder } from './process-facts.js';
import { waitFor } from './wait-for.js';

export type Postmaster = { pid: number; port: number; isReady: boolean };

/** Reads which server runs on the folder now, if any, from its pid file. */
export async function findPostmaster(folder: string): Promise<Postmaster | undefined> {
  const file = await readFile(pidFile(folder), 'utf8').catch(() => '');
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
 * folder would destroy it.
 */
export async function removeStalePidFile(folder: string): Promise<void> {
  await waitFor(`the last processes of an earlier server in ${folder} to end`, 30_000, async () => {
    const remaining = await processesIn(folder);
    return remaining.length === 0;
  });
  if (!(await findPostmaster(folder))) await rm(pidFile(folder), { force: true });
}

function pidFile(folder: string): string {
  return join(folder, 'postmaster.pid');
}
