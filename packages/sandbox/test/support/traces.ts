import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

export interface Traced {
  /** The folder in which sandboxes create theirs. */
  readonly temporary: string;
  readonly program: string;
}

/** What still exists of the sandboxes: their folders, and processes whose arguments name a folder or the program. */
export function listTraces({ temporary, program }: Traced): string[] {
  const processes = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  const left = processes.filter((line) => line.includes(temporary) || line.includes(program));
  return [...left, ...readdirSync(temporary)];
}

/** Waits until there is no problem any more. */
export async function waitUntilSolved(findProblem: () => string | undefined): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (let problem = findProblem(); problem !== undefined; problem = findProblem()) {
    if (performance.now() > deadline) throw new Error(problem);
    await delay(50);
  }
}
