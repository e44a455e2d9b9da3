import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** A release that was built in a folder. Only the scripts of its package.json are used. */
export interface Release {
  readonly name: 'previous' | 'this';
  readonly folder: string;
}

export type Environment = Readonly<Record<string, string>>;

/** Returns the command line of a script. It replaces its shell, so that signals reach the program. */
export async function readScript({ folder }: Release, script: string): Promise<string> {
  const { scripts } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const line: unknown = scripts[script];
  if (typeof line !== 'string') throw new Error(`The release in ${folder} has no script ${script}.`);
  return line.startsWith('exec ') ? line : `exec ${line}`;
}

/** Runs a script to its end and returns what it prints. */
export async function runScript(
  release: Release,
  [script, ...args]: readonly [string, ...string[]],
  env: Environment,
): Promise<string> {
  const line = await readScript(release, script);
  const child = spawn('sh', ['-c', `${line} "$@"`, script, ...args], {
    cwd: release.folder,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  if (code === 0) return stdout.trim();
  throw new Error(
    `${script} ${args.join(' ')} of the ${release.name} release ended with ${code}: ${stderr.trim()}`,
  );
}
