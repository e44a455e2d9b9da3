import { readFile } from 'node:fs/promises';

/** Returns the CPU time of a process and its threads, in microseconds, with the kernel's resolution of 10 ms. */
export async function readCpuMicros(
  pid: number,
  { withEndedChildren = false }: { withEndedChildren?: boolean } = {},
): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name of the program may contain spaces; the numbers begin after its bracket (proc_pid_stat(5)).
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number);
  const ended = withEndedChildren ? (endedUser ?? 0) + (endedSystem ?? 0) : 0;
  return ((user ?? 0) + (system ?? 0) + ended) * 10_000;
}

export async function readMemoryMb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(text)?.[1]) / 1_024;
}
