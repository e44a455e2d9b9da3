import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, lstat, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PostgresBinaries } from './postgres-binaries.js';

/** How to run a PostgreSQL program as a user other than root, which PostgreSQL requires. */
export type Launcher = { prefix: string[]; uid?: number; gid?: number };

export function launch(launcher: Launcher, command: string[], options: SpawnOptions): ChildProcess {
  const [program = '', ...rest] = [...launcher.prefix, ...command];
  const { prefix: _, ...identity } = launcher;
  // Some messages are parsed, so they must be in English.
  const env = { ...process.env, LC_ALL: 'C' };
  return spawn(program, rest, { ...options, ...identity, env });
}

/**
 * Returns the first way to run the binaries that can use `folder`; the folder then belongs to that user. The first
 * choice is a user namespace in which root is mapped to nobody: files still belong to root, so every folder of root
 * works. The next choices are the owner of the parent folder (root working in somebody's home), and then the user
 * `nobody`.
 */
export async function findLauncher(binaries: PostgresBinaries, folder: string): Promise<Launcher> {
  if (process.getuid?.() !== 0) return { prefix: [] };
  for (const launcher of await rootLaunchers(folder)) {
    await handOver(folder, launcher.uid ?? 0, launcher.gid ?? 0);
    if (await canRun(launcher, binaries, folder)) return launcher;
  }
  throw new Error(
    `PostgreSQL cannot run as root, and no other user can use both ${folder} and ${binaries.postgres}. ` +
      'Start as an ordinary user, move the folders to where other users can read them, or set DATABASE_URL.',
  );
}

const nobody = 65_534;

async function rootLaunchers(folder: string): Promise<Launcher[]> {
  const namespace = { prefix: ['unshare', `--map-user=${nobody}`, `--map-group=${nobody}`] };
  const owner = await stat(dirname(folder));
  const surroundings = owner.uid === 0 ? [] : [{ prefix: [], uid: owner.uid, gid: owner.gid }];
  return [namespace, ...surroundings, { prefix: [], uid: nobody, gid: nobody }];
}

async function canRun(launcher: Launcher, { postgres }: PostgresBinaries, folder: string): Promise<boolean> {
  const probe = '"$1" --version && test -r "$2" && test -w "$2" && test -x "$2"';
  const child = launch(launcher, ['/bin/sh', '-c', probe, 'sh', postgres, folder], {
    stdio: 'ignore',
    cwd: '/',
  });
  try {
    const [code] = await once(child, 'exit');
    return code === 0;
  } catch {
    // The program is missing or the user is refused, so this way does not work.
    return false;
  }
}

async function handOver(path: string, uid: number, gid: number): Promise<void> {
  const entry = await lstat(path);
  if (entry.uid === uid) return;
  if (entry.isDirectory()) {
    for (const name of await readdir(path)) await handOver(join(path, name), uid, gid);
  }
  // The folder itself comes last, so that an interrupted change starts again.
  if (!entry.isSymbolicLink()) await chown(path, uid, gid);
}
