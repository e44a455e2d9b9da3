import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { buildPrograms } from '@parley/testkit';
import { findProgram } from '../../launch/find-program.js';
import type { Outcome } from './call-command.js';

buildPrograms();

/** A program that does not end is killed after this time, before the test itself times out. */
const deadlineMs = 100_000;

/** Runs one of our programs as a separate process, and waits for its end. */
export async function runProgram(
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const child = startProgram(name, args, environment);
  const deadline = setTimeout(() => child.kill('SIGTERM'), deadlineMs);
  child.once('close', () => clearTimeout(deadline));
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code, stdout, stderr };
}

/** V8 would optimise the WebAssembly of Prisma in the background, which takes longer than a command runs. */
const flags = ['--liftoff-only'];

/** Starts what `run.cjs` would start. The process leads its own process group, so that a test can kill all of it. */
export function startProgram(
  path: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
) {
  const [program = '', ...first] = path.split('/');
  const file = findProgram(program);
  if (!file) throw new Error(`${path} is not built.`);
  return spawn(process.execPath, [...flags, fileURLToPath(file), ...first, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    // A program gets only the variables of the test and those that any program needs. Tests compare what it prints,
    // so that a busy machine must not add lines about slow statements.
    env: { PATH: process.env.PATH ?? '', SLOW_STATEMENT_MS: '0', ...environment },
  });
}
