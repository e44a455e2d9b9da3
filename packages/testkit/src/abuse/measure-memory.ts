import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const pauseMs = 100;

/** Returns the resident memory of a process, in MB. */
export async function readMemoryMb(pid: number | undefined): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) / 1024;
}

/** Measures the largest growth of a process during the work, in MB. */
export async function measureGrowth(pid: number | undefined, work: () => Promise<void>): Promise<number> {
  const before = await readMemoryMb(pid);
  let largest = before;
  let isOver = false;
  const watching = watch();
  try {
    await work();
  } finally {
    isOver = true;
    await watching;
  }
  return largest - before;

  async function watch(): Promise<void> {
    while (!isOver) {
      largest = Math.max(largest, await readMemoryMb(pid));
      await delay(pauseMs);
    }
  }
}
