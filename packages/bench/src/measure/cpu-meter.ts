import { readFile } from 'node:fs/promises';
import { readCpuMicros } from './process-facts.js';

/** CPU time in microseconds, by the name of who used it. */
export type CpuMicros<Name extends string> = Readonly<Record<Name | 'postgres', number>>;

/**
 * Notes what processes and PostgreSQL have used so far; call the result for what they used since, divided by a count.
 * On a machine that others use too this tells more than the time that went by.
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
    // The same names as before.
    return Object.fromEntries(each) as CpuMicros<Name>;
  };
}

async function readAll<Name extends string>(postgresPid: number, pids: Readonly<Record<Name, number>>) {
  const names = Object.entries<number>(pids);
  const own = await Promise.all(names.map(async ([name, pid]) => [name, await readCpuMicros(pid)]));
  // The names of the pids, and PostgreSQL.
  return Object.fromEntries([...own, ['postgres', await readPostgres(postgresPid)]]) as CpuMicros<Name>;
}

/** The server itself, the processes of its connections, and those that have ended, which the kernel adds to the server. */
async function readPostgres(pid: number): Promise<number> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ');
  const [own, ...others] = await Promise.all([
    readCpuMicros(pid, { withEndedChildren: true }),
    // One that ends in this moment has used next to nothing.
    ...children.filter(Boolean).map((child) => readCpuMicros(Number(child)).catch(() => 0)),
  ]);
  return others.reduce((sum, micros) => sum + micros, own ?? 0);
}
