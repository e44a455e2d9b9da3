import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

export interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** A home folder of its own, in which commands keep what they remember. */
export interface Home {
  readonly folder: string;
  /** The environment of its commands. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs the command to its end. It is a process of its own, so the API of the test can respond meanwhile. */
  run(words: readonly string[], options?: RunOptions): Promise<Run>;
  start(words: readonly string[], options?: RunOptions): ChildProcessWithoutNullStreams;
  remove(): void;
}

export function createHome(shared: Readonly<Record<string, string>> = {}): Home {
  const folder = mkdtempSync(join(tmpdir(), 'parley-home-'));
  const base = { PATH: process.env.PATH ?? '', HOME: folder, ...shared };
  const start: Home['start'] = (words, { env = {} } = {}) =>
    spawn(process.execPath, [main, ...words], {
      cwd: folder,
      env: { ...base, ...env },
    });
  return {
    folder,
    env: base,
    start,
    async run(words, options = {}) {
      const child = start(words, options);
      const closed = once(child, 'close');
      // A command that does not read its input may end first.
      child.stdin.on('error', () => {}).end(options.input ?? '');
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
      await closed;
      return { status: child.exitCode, stdout, stderr };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
