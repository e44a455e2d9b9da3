import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { changeSecretFile, createSecretFile, readSecretFile } from '../local/secret-file.js';
import { EncryptionKeyError } from './key-wrapper.js';
import type { EncryptionKey } from './local-key-wrapper.js';
import { formatEncryptionKey, parseEncryptionKeys } from './parse-encryption-keys.js';

/** Returns the file of a local start: a key on each line, the newest first. */
export function encryptionKeyFile(dataDir: string): string {
  return join(dataDir, 'encryption-keys');
}

/** Returns the keys of a local start. The file is created once and readable by this user only. */
export async function readLocalEncryptionKeys(dataDir: string): Promise<readonly EncryptionKey[]> {
  const file = encryptionKeyFile(dataDir);
  const text = await readSecretFile(file);
  if (text === undefined) {
    await createSecretFile(file, formatKeys([createEncryptionKey()]));
    return readLocalEncryptionKeys(dataDir);
  }
  const keys = parseEncryptionKeys(text.trim().split('\n'));
  if (keys !== undefined) return keys;
  throw new EncryptionKeyError(
    `${file} must have lines like id:base64, each with a key of 32 bytes. Restore it from a backup: the database cannot be read without it.`,
  );
}

/** Adds a key before the others; from now on, it wraps every new key. Returns all keys. */
export async function addLocalEncryptionKey(dataDir: string): Promise<readonly EncryptionKey[]> {
  await readLocalEncryptionKeys(dataDir);
  return changeSecretFile(encryptionKeyFile(dataDir), async () => {
    const keys = [createEncryptionKey(), ...(await readLocalEncryptionKeys(dataDir))];
    return { text: formatKeys(keys), result: keys };
  });
}

export function createEncryptionKey(): EncryptionKey {
  return { id: `k-${randomBytes(4).toString('hex')}`, key: randomBytes(32) };
}

function formatKeys(keys: readonly EncryptionKey[]): string {
  return keys.map((key) => `${formatEncryptionKey(key)}\n`).join('');
}
