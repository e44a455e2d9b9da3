import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { chmod, chown, copyFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import { buildPrograms } from '@parley/testkit';
import { buildTree, type Image } from '../build-tree.js';
import { root } from './root.js';

/** Whether `npm run test:image` runs, which builds the tree from a copy of the sources and tries every program. */
const { IMAGE_BUILD } = process.env;

export const isFresh = IMAGE_BUILD === 'fresh';

const isRoot = process.getuid?.() === 0;

/** The user `node` of the base image. */
const userId = 1_000;

export interface Container {
  readonly output: () => string;
  /** Resolves when the process has written the text; rejects when it ends first. */
  untilPrinted(text: string): Promise<void>;
  stop(): Promise<number | null>;
  ended(): Promise<number | null>;
}

/**
 * Creates the tree of the image, in which processes run as they do in a container: with the variables of the image and
 * nothing else, as a user that can write only to what the image gives it.
 */
export function useImage() {
  const target = mkdtempSync(join(tmpdir(), 'parley-image-'));
  const started: ChildProcess[] = [];
  let image: Image;
  let node = process.execPath;

  beforeAll(async () => {
    if (!isFresh) buildPrograms();
    image = await buildTree({ root, target, isFresh });
    await chmod(target, 0o755);
    if (isRoot && !(await isOpenToAll(node))) {
      await copyFile(process.execPath, join(target, 'node'));
      node = join(target, 'node');
    }
    await forbidWrites(image.folder);
    for (const path of pathsOfUser(image)) await giveToUser(join(image.folder, path));
  }, 900_000);

  afterAll(async () => {
    for (const child of started) child.kill('SIGKILL');
    await allowRemoval(target);
    await rm(target, { recursive: true, force: true });
  });

  const run = (words: readonly string[], env: Readonly<Record<string, string>>): Container => {
    const [program = '', ...args] = words;
    const child = spawn(program === 'node' ? node : program, args, {
      cwd: join(image.folder, image.workdir),
      // Docker sets HOME as well.
      env: { HOME: '/home/node', ...placeInTree(image), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(isRoot && { uid: userId, gid: userId }),
    });
    started.push(child);
    return watch(child);
  };
  return {
    image: () => image,
    /** The place of a path of the container. */
    place: (path: string) => join(image.folder, path),
    /** The folder of the programs. */
    folder: () => join(image.folder, image.workdir),
    run,
    /** Runs a container with these arguments. */
    start: (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
      run([...image.entrypoint, ...args], env),
    /** Runs a command until its end. */
    async finish(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
      const container = run([...image.entrypoint, ...args], env);
      return { code: await container.ended(), output: container.output() };
    },
    async checkHealth(env: Readonly<Record<string, string>>) {
      const container = run(image.healthcheck, env);
      return { code: await container.ended(), output: container.output() };
    },
  };
}

/** The variables of the image; a path of the container becomes its place in the tree. */
function placeInTree({ env, folder }: Image): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value.startsWith('/') ? join(folder, value) : value]),
  );
}

function pathsOfUser({ owners, user }: Image): string[] {
  return [...owners].filter(([, owner]) => owner.split(':')[0] === user).map(([path]) => path);
}

/** Only root can change the owner. Without it, all processes have the same user. */
async function giveToUser(folder: string): Promise<void> {
  for (const path of await listAll(folder)) {
    await chmod(path, (await stat(path)).mode | 0o200);
    if (isRoot) await chown(path, userId, userId);
  }
}

/** Whether another user can run the program: its Node may be installed in the home folder of root. */
async function isOpenToAll(program: string): Promise<boolean> {
  for (let path = program; path !== dirname(path); path = dirname(path)) {
    if (((await stat(path)).mode & 0o001) === 0) return false;
  }
  return true;
}

function watch(child: ChildProcess): Container {
  let text = '';
  const ended = once(child, 'close').then(([code]): number | null => code);
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      for (const look of waiting) look();
    });
  }
  return {
    output: () => text,
    untilPrinted: (wanted) =>
      new Promise((resolve, reject) => {
        const look = () => text.includes(wanted) && resolve();
        waiting.add(look);
        look();
        void ended.then(() => reject(new Error(`The process ended before it printed "${wanted}":\n${text}`)));
      }),
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
    ended: () => ended,
  };
}

async function forbidWrites(folder: string): Promise<void> {
  const paths = await listAll(folder);
  await Promise.all(paths.map(async (path) => chmod(path, (await stat(path)).mode & ~0o222)));
}

async function allowRemoval(folder: string): Promise<void> {
  const paths = await listAll(folder);
  const infos = await Promise.all(paths.map(async (path) => [path, await stat(path)] as const));
  const folders = infos.filter(([, info]) => info.isDirectory());
  await Promise.all(folders.map(([path, { mode }]) => chmod(path, mode | 0o200)));
}

/** Lists the folder and everything in it; links are left out, because they have no rights of their own. */
export async function listAll(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const real = entries.filter((entry) => entry.isFile() || entry.isDirectory());
  return [folder, ...real.map((entry) => join(entry.parentPath, entry.name))];
}
