import { join } from 'node:path';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { runProgram } from '../../src/run-program.js';

export interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** A command that runs: in this process, or in a process of its own (`start-process.ts`). */
export interface Running {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly exited: Promise<number | null>;
  /** Sends a signal to the process. In this process, any signal interrupts the command. */
  kill(signal: NodeJS.Signals): void;
}

/** A home folder of its own, in which commands keep what they remember. */
export interface Home {
  readonly folder: string;
  /** The environment of its commands. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs a command to its end. The folder is its working folder. */
  run(words: readonly string[], options?: RunOptions): Promise<Run>;
  start(words: readonly string[], options?: Pick<RunOptions, 'env'>): Running;
}

export function createHome(shared: Readonly<Record<string, string>> = {}): Home {
  const folder = makeTestFolder('home');
  const base = { PATH: process.env.PATH ?? '', HOME: folder, ...shared };
  // The folder that the command finds with HOME in a process of its own.
  const own = { XDG_CONFIG_HOME: join(folder, '.config'), ...base };
  const start: Home['start'] = (words, { env } = {}) =>
    startCommand(words, { cwd: folder, env: { ...own, ...env } });
  return {
    folder,
    env: base,
    start,
    run: (words, options = {}) => finish(start(words, options), options.input),
  };
}

/** Starts a command in this process. */
export function startCommand(
  words: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Running {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const interruption = new AbortController();
  const exited = runProgram(words, {
    env,
    cwd,
    streams: { stdin, stdout, stderr },
    untilInterrupted: (run) => run(interruption.signal),
    pause: async () => {},
  }).finally(() => {
    stdout.end();
    stderr.end();
  });
  return { stdin, stdout, stderr, exited, kill: () => interruption.abort() };
}

/** Writes the input of a command, and waits for its end. */
export async function finish({ stdin, stdout, stderr, exited }: Running, input = ''): Promise<Run> {
  // A command that does not read its input may end first.
  stdin.on('error', () => {}).end(input);
  const [status, printed, errors] = await Promise.all([exited, text(stdout), text(stderr)]);
  return { status, stdout: printed, stderr: errors };
}
