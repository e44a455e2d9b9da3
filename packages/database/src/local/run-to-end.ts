import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { type Launcher, launch } from './launcher.js';

interface RunOptions {
  readonly input?: string;
  /** Called when the program runs. */
  readonly onStart?: (() => void) | undefined;
}

/** Runs a program, and fails with its error output. */
export async function runToEnd(
  launcher: Launcher,
  command: string[],
  { input = '', onStart }: RunOptions = {},
): Promise<void> {
  const child = launch(launcher, command, { stdio: ['pipe', 'ignore', 'pipe'], cwd: '/' });
  // A program may end without reading its input; only its exit code counts.
  child.stdin?.on('error', () => undefined).end(input);
  if (onStart) child.once('spawn', onStart);
  const [complaint, [code]] = await Promise.all([
    child.stderr ? text(child.stderr) : '',
    once(child, 'exit'),
  ]);
  if (code !== 0) throw new Error(`PostgreSQL could not write its data folder: ${complaint.trim()}`);
}
