import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Environment } from './service-processes.js';

const root = fileURLToPath(new URL('../../../../../', import.meta.url));

export interface Ended {
  /** Null when the program was killed, because it did not end in time. */
  readonly exitCode: number | null;
  /** The standard output, then the standard error. */
  readonly output: string;
  readonly stdout: string;
}

/** Runs a command of the repository, such as `npm run migrate`, to its end. */
export function runNpm(script: string, args: readonly string[], env: Environment): Promise<Ended> {
  return run('npm', ['run', '--silent', script, ...(args.length > 0 ? ['--', ...args] : [])], env);
}

/** Runs a program of the bundle that is expected to end by itself. */
export function runBundle(program: string, env: Environment): Promise<Ended> {
  return run(process.execPath, [`apps/local/bundle/${program}`], env);
}

async function run(file: string, args: readonly string[], env: Environment): Promise<Ended> {
  const child = spawn(file, args, {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  // npm starts further processes, which keep the output open: the whole group is ended.
  const deadline = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), 60_000);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  clearTimeout(deadline);
  return { exitCode: child.exitCode, output: `${stdout}${stderr}`.trim(), stdout: stdout.trim() };
}
