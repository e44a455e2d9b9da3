import { readFile } from 'node:fs/promises';
import { readCpuMicros } from './process-facts.js';

/** CPU time in microseconds, by the name of the process. */
export type CpuMicros<Name extends string> = Readonly<Record<Name | 'postgres', number>>;

/**
 * Records the CPU time of the processes and of PostgreSQL; the returned function measures what they have used since
 * then, divided by a count. On a shared machine, CPU time is more meaningful than elapsed time.
 */
export async function startCpuMeter<Name extends string>(
  postgresPid: number,
  pids: Readonly<Record<Name, number>>,
): Promise<(count: number) => Promise<CpuMicros<Name>>> {
  const before = await readAll(postgresPid, pids);
  return async (count) => {
    const after = await readAll(postgresPid, pids);
    const each = Object.keys(after).map((name) => {
      const key = name as keyof typeof after;
      return [key, (after[key] - before[key]) / count];
    });
    // The result has the same keys as the first reading.
    return Object.fromEntries(each) as CpuMicros<Name>;
  };
}

async function readAll<Name extends string>(postgresPid: number, pids: Readonly<Record<Name, number>>) {
  const names = Object.entries<number>(pids);
  const own = await Promise.all(names.map(async ([name, pid]) => [name, await readCpuMicros(pid)]));
  // The result has one entry for each process id, and one for PostgreSQL.
  return Object.fromEntries([...own, ['postgres', await readPostgres(postgresPid)]]) as CpuMicros<Name>;
}

/**
 * Returns the server itself, the processes of its connections, and ended processes, which the kernel adds to the
 * server.
 */
async function readPostgres(pid: number): Promise<number> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ');
  const [own, ...others] = await Promise.all([
    readCpuMicros(pid, { withEndedChildren: true }),
    // A process that ends while it is read has used almost nothing.
    ...children.filter(Boolean).map((child) => readCpuMicros(Number(child)).catch(() => 0)),
  ]);
  return others.reduce((sum, micros) => sum + micros, own ?? 0);
}
