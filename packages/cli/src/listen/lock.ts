import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CommandError } from '../command-error.js';

/**
 * Lets one process at a time forward to a receiver: two would each deliver every event. A process that was killed leaves
 * its lock behind, which the next one replaces.
 */
export async function withLock<Value>(path: string, run: () => Promise<Value>): Promise<Value> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  while (!(await create(path))) {
    const owner = Number(await readFile(path, 'utf8').catch(() => ''));
    // In a container, the next process can have the id of the one that was killed.
    if (owner > 0 && owner !== process.pid && isRunning(owner))
      throw new CommandError(
        `Process ${owner} already forwards to this receiver. If it does not, delete ${path}.`,
        1,
      );
    await rm(path, { force: true });
  }
  try {
    return await run();
  } finally {
    await rm(path, { force: true });
  }
}

/** Creates the lock together with its content, so that nobody reads an empty one. Returns whether there was none. */
async function create(path: string): Promise<boolean> {
  const prepared = `${path}.${process.pid}`;
  await writeFile(prepared, String(process.pid), { mode: 0o600 });
  try {
    await link(prepared, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(prepared, { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user exists too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
