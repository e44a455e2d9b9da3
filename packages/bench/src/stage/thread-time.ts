import { readFile } from 'node:fs/promises';

/**
 * Returns the time on the CPU of a process's main thread in nanoseconds (proc_pid_schedstat in the kernel's
 * documentation of the scheduler).
 */
export async function readThreadNanos(pid: number): Promise<number> {
  const [onCpu] = (await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ');
  return Number(onCpu);
}
