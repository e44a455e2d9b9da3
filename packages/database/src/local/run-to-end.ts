import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { type Launcher, launch } from './launcher.js';

/** Runs a program with an input of its own, and fails with what it complains about. */
export async function runToEnd(launcher: Launcher, command: string[], input = ''): Promise<void> {
  const child = launch(launcher, command, { stdio: ['pipe', 'ignore', 'pipe'], cwd: '/' });
  // A program that ends without reading its input is judged by its code.
  child.stdin?.on('error', () => undefined).end(input);
  const [complaint, [code]] = await Promise.all([
    child.stderr ? text(child.stderr) : '',
    once(child, 'exit'),
  ]);
  if (code !== 0) throw new Error(`PostgreSQL could not write its data folder: ${complaint.trim()}`);
}
