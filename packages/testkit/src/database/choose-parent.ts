import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

/**
 * Returns a parent for the clusters of tests: in memory, if there is enough, since PostgreSQL and the system would
 * otherwise wait for the disk at each start, stop and removal. It may be impossible to execute programs there.
 */
export async function chooseParent(): Promise<string> {
  const memory = '/dev/shm';
  const space = await statfs(memory).catch(() => undefined);
  return space && space.bavail * space.bsize > 2 * 1024 ** 3 ? memory : tmpdir();
}
