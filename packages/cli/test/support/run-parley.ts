import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../../src/run-program.js';

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
  /** Runs the built command in a process of its own, to its end. */
  run(words: readonly string[], options?: RunOptions): Promise<Run>;
  /** Runs a command that reads neither standard input nor the working folder in this process, which takes less time. */
  call(words: readonly string[], options?: Pick<RunOptions, 'env'>): Promise<Run>;
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
    async call(words, { env = {} } = {}) {
      // The folder that the command finds with HOME in a process of its own.
      const own = { XDG_CONFIG_HOME: join(folder, '.config'), ...base, ...env };
      const [stdout, stderr] = [createSink(), createSink()];
      const status = await runProgram(words, { stdout: stdout.stream, stderr: stderr.stream, env: own });
      return { status, stdout: stdout.read(), stderr: stderr.read() };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A stream that is no terminal, and keeps what is written. */
function createSink(): { stream: NodeJS.WriteStream; read(): string } {
  let written = '';
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _, done) {
      written += chunk;
      done();
    },
  });
  // Commands only write, and ask whether the stream is a terminal, which this one is not.
  return { stream: stream as NodeJS.WriteStream, read: () => written };
}
