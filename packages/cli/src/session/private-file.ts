import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** The folder of what the command remembers, as the XDG Base Directory Specification places it. */
export function configFolder(env: Readonly<Record<string, string | undefined>>): string {
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'parley');
}

/**
 * Writes a file that only its owner can read. It is replaced as a whole: whoever reads it, even after a crash, sees the
 * old content or the new one.
 */
export async function writePrivateFile(path: string, content: string): Promise<void> {
  await place(path, content, rename);
}

/** Creates such a file together with its content. Returns false, and changes nothing, if there is one already. */
export async function createPrivateFile(path: string, content: string): Promise<boolean> {
  try {
    await place(path, content, link);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

async function place(
  path: string,
  content: string,
  put: (unfinished: string, path: string) => Promise<void>,
): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = join(folder, `.${randomUUID()}`);
  try {
    const file = await open(unfinished, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await put(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Returns undefined if there is no such file. */
export async function readPrivateFile(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  });
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
