import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** The processes and the folder of a sandbox that still exist. */
export function listTraces(folder: string): string[] {
  const processes = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return [...processes.filter((line) => line.includes(folder)), ...(existsSync(folder) ? [folder] : [])];
}

/** Waits until nothing is left of a sandbox. */
export async function waitForNoTraces(folder: string): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (let traces = listTraces(folder); traces.length > 0; traces = listTraces(folder)) {
    if (performance.now() > deadline) throw new Error(`Left behind:\n${traces.join('\n')}`);
    await delay(50);
  }
}
