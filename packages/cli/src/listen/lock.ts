import { rm } from 'node:fs/promises';
import { CommandError } from '../command-error.js';
import { createPrivateFile, readPrivateFile } from '../session/private-file.js';

/**
 * Lets one process at a time forward to a receiver: two would each deliver every event. A process that was killed leaves
 * its lock behind, which the next one replaces.
 */
export async function withLock<Value>(path: string, run: () => Promise<Value>): Promise<Value> {
  while (!(await createPrivateFile(path, String(process.pid)))) {
    const owner = Number(await readPrivateFile(path));
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

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user exists too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
