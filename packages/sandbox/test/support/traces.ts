import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** What still exists of a sandbox: its folder, and processes whose arguments name that folder or the program. */
export function listTraces({
  folder,
  program,
}: {
  readonly folder: string;
  readonly program: string;
}): string[] {
  const processes = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  const left = processes.filter((line) => line.includes(folder) || line.includes(program));
  return [...left, ...(existsSync(folder) ? [folder] : [])];
}

/** Waits until nothing is left of a sandbox. */
export async function waitForNoTraces(sandbox: Parameters<typeof listTraces>[0]): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (let traces = listTraces(sandbox); traces.length > 0; traces = listTraces(sandbox)) {
    if (performance.now() > deadline) throw new Error(`Left behind:\n${traces.join('\n')}`);
    await delay(50);
  }
}
