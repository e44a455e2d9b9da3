import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Home, Running, RunOptions } from './run-parley.js';

/** The built command. */
export const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** Starts the built command in a process of its own. */
export function startProcess(
  { folder, env: base }: Home,
  words: readonly string[],
  { env = {} }: Pick<RunOptions, 'env'> = {},
): Running {
  const child = spawn(process.execPath, [main, ...words], { cwd: folder, env: { ...base, ...env } });
  const { stdin, stdout, stderr } = child;
  const exited = once(child, 'close').then(() => child.exitCode);
  return { stdin, stdout, stderr, exited, kill: (signal) => void child.kill(signal) };
}
