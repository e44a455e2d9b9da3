import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { type Environment, type Release, readScript } from './release.js';

/** A process that does not end by itself within this time is killed, as an operator's supervisor does. */
const graceMs = 60_000;

/** A running API or worker of a release. */
export interface ReleaseProcess {
  readonly name: string;
  readonly release: Release['name'];
  /** How it ended; undefined while it runs. */
  readonly ended: string | undefined;
  /** Ends it with SIGTERM, and resolves with a problem unless it ended by itself and without an error. */
  stop(): Promise<string | undefined>;
}

export interface StartOptions {
  readonly name: string;
  readonly script: 'start:api' | 'start:worker';
  readonly env: Environment;
  readonly logFile: string;
}

export async function startProcess(
  release: Release,
  { name, script, env, logFile }: StartOptions,
): Promise<ReleaseProcess> {
  const line = await readScript(release, script);
  const log = createWriteStream(logFile, { flags: 'a' });
  const child = spawn('sh', ['-c', line], {
    cwd: release.folder,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  child.once('close', () => log.end());
  return {
    name,
    release: release.name,
    get ended() {
      return describeEnd(child);
    },
    async stop() {
      const early = describeEnd(child);
      if (early !== undefined) return `${name} of the ${release.name} release ended early: ${early}`;
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
      await once(child, 'exit');
      clearTimeout(timer);
      const end = describeEnd(child);
      return end === 'code 0' ? undefined : `${name} of the ${release.name} release ended with ${end}`;
    },
  };
}

function describeEnd({ exitCode, signalCode }: ChildProcess): string | undefined {
  if (exitCode !== null) return `code ${exitCode}`;
  return signalCode === null ? undefined : signalCode;
}
