import { randomBytes } from 'node:crypto';
import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeDataDir } from './make-data-dir.js';

/**
 * Creates a file with secrets in the data folder, unless it exists. Only this user can read it. The finished file is
 * linked to its name, so that a killed process leaves no partial file and only one of two concurrent starts creates it.
 */
export async function createSecretFile(file: string, text: string): Promise<void> {
  await makeDataDir(dirname(file));
  const draft = await writeDraft(file, text);
  try {
    await link(draft, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await unlink(draft);
  }
}

/**
 * Replaces the text of the file while a lock file keeps other processes from changing it: without the lock, one of two
 * concurrent changes would be lost, and with it a key. Readers see either the old or the new file. A process that dies
 * meanwhile leaves the lock file behind, and the error of the next change says so.
 */
export async function changeSecretFile<Result>(
  file: string,
  change: () => Promise<{ readonly text: string; readonly result: Result }>,
): Promise<Result> {
  const lock = await acquireLock(`${file}.lock`);
  try {
    const { text, result } = await change();
    await rename(await writeDraft(file, text), file);
    return result;
  } finally {
    await unlink(lock);
  }
}

/** Returns the text of the file, or undefined if there is none. */
export async function readSecretFile(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    // A path below a regular file does not exist either; creating the folder reports that error.
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined;
    throw error;
  }
}

/** A change takes milliseconds. */
const lockAttempts = 100;
const lockRetryMs = 50;

async function acquireLock(lock: string): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await writeFile(lock, '', { flag: 'wx', mode: 0o600 });
      return lock;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
      if (attempt === lockAttempts) {
        throw new Error(
          `${lock} exists: another process is changing the keys. If there is no such process, remove the file.`,
        );
      }
      await delay(lockRetryMs);
    }
  }
}

async function writeDraft(file: string, text: string): Promise<string> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, text, { flag: 'wx', mode: 0o600, flush: true });
  return draft;
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
