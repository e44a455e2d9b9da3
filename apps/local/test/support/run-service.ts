import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '@parley/testkit/wait-until';
import { startProgram } from './run-program.js';

export interface Service {
  /** The id of the process group that the launcher leads. */
  readonly pid: number;
  readonly postgresPid: number;
  /** The output until it was ready. */
  readonly output: string;
  /** Returns the output since then. */
  printedSince(): string;
  /** The two lines that users copy. */
  readonly token: string;
  readonly curl: string;
  end(signal: NodeJS.Signals): Promise<number | null>;
  killGroup(): Promise<void>;
}

/** Starts the whole service as `npm start` does, and waits until it reports that it is ready. */
export async function runService(environment: {
  DATA_DIR: string;
  PORT: string;
  NODE_OPTIONS?: string;
}): Promise<Service> {
  const child = startProgram('start', [], environment);
  // `close` also waits for the end of the output, since the last lines may arrive after the exit.
  const exited = once(child, 'close');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  await Promise.race([
    waitUntil(() => output.includes('Ctrl-C stops everything')),
    exited.then(() => Promise.reject(new Error(`The service ended before it was ready:\n${output}`))),
  ]).catch((error) => {
    child.kill('SIGTERM');
    throw error;
  });
  const pid = child.pid ?? 0;
  const atStart = output;
  return {
    pid,
    postgresPid: await readPostgresPid(environment.DATA_DIR),
    output: atStart,
    printedSince: () => output.slice(atStart.length),
    token: /^TOKEN=(eyJ\S+)$/m.exec(output)?.[1] ?? '',
    curl: /^TOKEN=.+\ncurl .+$/m.exec(output)?.[0] ?? '',
    async end(signal) {
      child.kill(signal);
      const [code] = await exited;
      return code;
    },
    async killGroup() {
      process.kill(-pid, 'SIGKILL');
      await exited;
    },
  };
}

export async function readPostgresPid(dataDir: string): Promise<number> {
  const [pid = ''] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  return Number(pid);
}

/** Does nothing where the process has ended meanwhile. */
export function endIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (isAlive(pid)) throw error;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
