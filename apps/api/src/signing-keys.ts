import { createHmac, randomBytes } from 'node:crypto';
import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeDataDir } from '@parley/database/local';

/** The minimum that HS256 requires (RFC 7518, section 3.2). */
export const leastSecretBytes = 32;

/** A token without a `kid` is tried with every key, so their number is limited. */
export const maxSigningKeys = 10;

/** A secret that signs and verifies tokens. */
export interface SigningKey {
  /** The `kid` of its tokens. */
  readonly id: string;
  readonly secret: string;
  /** Undefined if the file does not contain it. */
  readonly createdAt: string | undefined;
}

/** Derived from the secret, so that all processes compute the same id. The id does not reveal the secret. */
export function signingKeyId(secret: string): string {
  return createHmac('sha256', secret).update('kid').digest('base64url').slice(0, 12);
}

/** The key file of a local start. */
export function localKeyFile(dataDir: string): string {
  return join(dataDir, 'jwt-secret');
}

/**
 * The keys of a local start. The file is created once and is readable by this user only, so that tokens survive a
 * restart.
 */
export async function readLocalKeys(dataDir: string): Promise<readonly SigningKey[]> {
  const file = localKeyFile(dataDir);
  if (!(await exists(file))) await createKeyFile(dataDir, file);
  return readKeyFile(file);
}

/** Reads a file with one secret per line, the newest first. A tab and the creation time may follow each secret. */
export async function readKeyFile(file: string): Promise<readonly SigningKey[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim());
  const keys = lines.filter(Boolean).map(parseLine);
  if (keys.length === 0 || keys.some(({ secret }) => Buffer.byteLength(secret) < leastSecretBytes)) {
    throw new Error(
      `${file} contains fewer than ${leastSecretBytes} bytes, too few for a secret. If you remove it, a new one is created and existing tokens become invalid.`,
    );
  }
  return keys.slice(0, maxSigningKeys);
}

/** Adds a key before the others. It signs from now on, and the others continue to verify. Returns all keys. */
export function rotateSigningKey(file: string, now: Date): Promise<readonly SigningKey[]> {
  return changeKeyFile(file, (keys) => [createKey(now), ...keys]);
}

/** Removes a key, which invalidates its tokens. Returns the remaining keys. */
export function removeSigningKey(file: string, id: string): Promise<readonly SigningKey[]> {
  return changeKeyFile(file, (keys) => keys.filter((key) => key.id !== id));
}

function parseLine(line: string): SigningKey {
  const [secret = '', createdAt] = line.split('\t');
  return { id: signingKeyId(secret), secret, createdAt };
}

function formatKeys(keys: readonly SigningKey[]): string {
  return keys
    .map(({ secret, createdAt }) => [secret, ...(createdAt ? [createdAt] : [])].join('\t'))
    .join('\n');
}

function createKey(now: Date): SigningKey {
  const secret = createSecret();
  return { id: signingKeyId(secret), secret, createdAt: now.toISOString() };
}

export function createSecret(): string {
  return randomBytes(48).toString('base64url');
}

async function exists(file: string): Promise<boolean> {
  try {
    await readFile(file);
    return true;
  } catch (error) {
    // A path below a regular file does not exist either; creating the folder reports that error.
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return false;
    throw error;
  }
}

/**
 * The finished file is linked to its name, so that a killed process leaves no partial file and only one of two
 * concurrent starts creates it.
 */
async function createKeyFile(dataDir: string, file: string): Promise<void> {
  await makeDataDir(dataDir);
  const draft = await writeDraft(file, [createKey(new Date())]);
  try {
    await link(draft, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await unlink(draft);
  }
}

/**
 * Reads, changes and replaces the file while a lock file keeps other processes from changing it. Readers see either the
 * old or the new file. A process that dies meanwhile leaves the lock file behind, and the error says so.
 */
async function changeKeyFile(
  file: string,
  change: (keys: readonly SigningKey[]) => readonly SigningKey[],
): Promise<readonly SigningKey[]> {
  const lock = await acquireLock(`${file}.lock`);
  try {
    const keys = change(await readKeyFile(file));
    await rename(await writeDraft(file, keys), file);
    return keys;
  } finally {
    await unlink(lock);
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
          `${lock} exists: another process is changing the keys. If no process is, remove the file.`,
        );
      }
      await delay(lockRetryMs);
    }
  }
}

async function writeDraft(file: string, keys: readonly SigningKey[]): Promise<string> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${formatKeys(keys)}\n`, { flag: 'wx', mode: 0o600, flush: true });
  return draft;
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
