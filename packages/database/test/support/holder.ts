import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const flags = ['--import=./tools/typescript/register.js', '--conditions=@parley/source'];
const script = fileURLToPath(new URL('./hold-postgres.ts', import.meta.url));

export interface HolderOptions {
  /** The folder of the template from which a new cluster is copied. The default is the template of the build. */
  readonly template?: string;
  /** The `PATH` of the new process. The default is that of this process. */
  readonly path?: string | undefined;
}

/** Starts another process, which runs PostgreSQL in the folder. */
export function spawnHolder(
  dataDir: string,
  { template, path = process.env.PATH }: HolderOptions = {},
): ChildProcess {
  const args = [dataDir, ...(template === undefined ? [] : [template])];
  return spawn(process.execPath, [...flags, script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PATH: path },
  });
}

export async function startHolder(
  dataDir: string,
): Promise<{ child: ChildProcess; pid: number; url: string }> {
  const child = spawnHolder(dataDir);
  if (!child.stdout) throw new Error('The holder has no standard output.');
  const [line] = await once(createInterface(child.stdout), 'line');
  return { child, ...JSON.parse(line) };
}

export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}
