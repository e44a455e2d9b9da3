import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { listTraces, type Traced, waitUntilSolved } from './traces.js';

type Environment = Readonly<Record<string, string>>;

/** A machine with only Node and a project, whose temporary files have a folder of their own. */
export interface Partner {
  readonly folder: string;
  run(command: string, args: string[], more?: Environment): Promise<{ stdout: string; stderr: string }>;
  /** Runs a program to its end. Returns the JSON that it prints. */
  runProgram(name: string, source: string, more?: Environment): Promise<Record<string, unknown>>;
  /** Starts a command as the leader of a process group, as a shell does. */
  launch(command: string, args: string[], more?: Environment): ChildProcessWithoutNullStreams;
  launchProgram(name: string, source: string): ChildProcessWithoutNullStreams;
  endPrograms(): void;
  /** Only what was started here: another sandbox can run on the machine. */
  traces(): string[];
  waitForNoTraces(): Promise<void>;
  /** Waits until a sandbox has created its folder. */
  waitForFolder(): Promise<void>;
  pathWithoutUnshare(): string;
}

export function createPartner(folder: string): Partner {
  const launched: ChildProcessWithoutNullStreams[] = [];
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  // As /tmp is, for a user who runs PostgreSQL in place of root.
  for (const path of [folder, temporary]) chmodSync(path, 0o755);
  const traced: Traced = { temporary, program: join(folder, 'node_modules/@parley/sandbox') };
  const options = (more: Environment = {}) => ({
    cwd: folder,
    env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: folder, TMPDIR: temporary, ...more },
  });
  const partner: Partner = {
    folder,
    run: (command, args, more) => promisify(execFile)(command, args, options(more)),
    async runProgram(name, source, more) {
      writeFileSync(join(folder, name), source);
      return JSON.parse((await partner.run(process.execPath, [name], more)).stdout);
    },
    launch(command, args, more) {
      const child = spawn(command, args, { ...options(more), detached: true });
      launched.push(child);
      return child;
    },
    launchProgram(name, source) {
      writeFileSync(join(folder, name), source);
      return partner.launch(process.execPath, [name]);
    },
    endPrograms() {
      for (const child of launched.splice(0)) child.kill();
    },
    traces: () => listTraces(traced),
    waitForNoTraces: () =>
      waitUntilSolved(() => {
        const left = listTraces(traced);
        return left.length > 0 ? `Left behind:\n${left.join('\n')}` : undefined;
      }),
    waitForFolder: () =>
      waitUntilSolved(() => (readdirSync(temporary).length === 0 ? 'There is no folder.' : undefined)),
    pathWithoutUnshare: () => linkPrograms(join(folder, 'bin')),
  };
  return partner;
}

/** What the sandbox uses of a machine. */
function linkPrograms(folder: string): string {
  mkdirSync(folder);
  for (const name of ['head', 'ps', 'rm', 'sleep', 'tar']) {
    const path = ['/usr/bin', '/bin'].map((place) => join(place, name)).find((each) => existsSync(each));
    if (path) symlinkSync(path, join(folder, name));
  }
  return folder;
}

/** Returns the JSON of the first line that a program prints; fails if it ends without one. */
export async function readLine(child: ChildProcessWithoutNullStreams) {
  const lines = createInterface({ input: child.stdout });
  const ended = once(lines, 'close').then(async () => {
    throw new Error(`The program ended without a line.\n${await text(child.stderr)}`);
  });
  const [line] = await Promise.race([once(lines, 'line'), ended]);
  return JSON.parse(line);
}
