import { randomBytes } from 'node:crypto';
import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDataDir } from '../local/make-data-dir.js';
import { EncryptionKeyError } from './key-wrapper.js';
import type { EncryptionKey } from './local-key-wrapper.js';
import { formatEncryptionKey, parseEncryptionKeys } from './parse-encryption-keys.js';

/** The file of a local start: a key on each line, the newest first. */
export function encryptionKeyFile(dataDir: string): string {
  return join(dataDir, 'encryption-keys');
}

/** The keys of a local start. The file is created once and readable by this user only. */
export async function readLocalEncryptionKeys(dataDir: string): Promise<readonly EncryptionKey[]> {
  const file = encryptionKeyFile(dataDir);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (text === undefined) {
    await createKeyFile(dataDir, file);
    return readLocalEncryptionKeys(dataDir);
  }
  const keys = parseEncryptionKeys(text.trim().split('\n'));
  if (keys !== undefined) return keys;
  throw new EncryptionKeyError(
    `${file} must have lines like id:base64, each with a key of 32 bytes. Restore it from a backup: the database cannot be read without it.`,
  );
}

/** Adds a key that wraps from now on, before the others. Returns all keys. */
export async function addLocalEncryptionKey(dataDir: string): Promise<readonly EncryptionKey[]> {
  const file = encryptionKeyFile(dataDir);
  const keys = [createEncryptionKey(), ...(await readLocalEncryptionKeys(dataDir))];
  await rename(await writeDraft(file, keys), file);
  return keys;
}

export function createEncryptionKey(): EncryptionKey {
  return { id: `k-${randomBytes(4).toString('hex')}`, key: randomBytes(32) };
}

/**
 * The finished file is linked to its name, so that a killed process leaves no partial file and only one of two concurrent
 * starts creates it.
 */
async function createKeyFile(dataDir: string, file: string): Promise<void> {
  await makeDataDir(dataDir);
  const draft = await writeDraft(file, [createEncryptionKey()]);
  try {
    await link(draft, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await unlink(draft);
  }
}

async function writeDraft(file: string, keys: readonly EncryptionKey[]): Promise<string> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const lines = keys.map((key) => `${formatEncryptionKey(key)}\n`);
  await writeFile(draft, lines.join(''), { flag: 'wx', mode: 0o600, flush: true });
  return draft;
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
