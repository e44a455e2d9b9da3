import { createHmac, randomBytes } from 'node:crypto';
import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDataDir } from '@parley/database/local';

/** The least that HS256 requires (RFC 7518, section 3.2). */
export const leastSecretBytes = 32;

/** A token without a `kid` is verified by every key, so there are only a few. */
export const maxSigningKeys = 10;

/** A secret that signs and verifies tokens. */
export interface SigningKey {
  /** The `kid` of its tokens. */
  readonly id: string;
  readonly secret: string;
  /** Undefined when the file does not say. */
  readonly createdAt: string | undefined;
}

/** Derived from the secret, so that every process finds the same id without being told. A token reveals no more of the secret. */
export function signingKeyId(secret: string): string {
  return createHmac('sha256', secret).update('kid').digest('base64url').slice(0, 12);
}

/** The file of a local start. */
export function localKeyFile(dataDir: string): string {
  return join(dataDir, 'jwt-secret');
}

/** The keys of a local start. The file is created once and readable by this user only, so that tokens outlive a restart. */
export async function readLocalKeys(dataDir: string): Promise<readonly SigningKey[]> {
  const file = localKeyFile(dataDir);
  if (!(await exists(file))) await createKeyFile(dataDir, file);
  return readKeyFile(file);
}

/** Reads a file with a secret on each line, the newest first; a tab and the time of its creation may follow. */
export async function readKeyFile(file: string): Promise<readonly SigningKey[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim());
  const keys = lines.filter(Boolean).map(parseLine);
  if (keys.length === 0 || keys.some(({ secret }) => Buffer.byteLength(secret) < leastSecretBytes)) {
    throw new Error(
      `${file} holds fewer than ${leastSecretBytes} bytes, too few for a secret. Remove it and a new one is created; existing tokens end.`,
    );
  }
  return keys.slice(0, maxSigningKeys);
}

/** Adds a key that signs from now on, before the others, which continue to verify. Returns all keys. */
export async function rotateSigningKey(file: string, now: Date): Promise<readonly SigningKey[]> {
  const keys = [createKey(now), ...(await readKeyFile(file))];
  await replaceKeyFile(file, keys);
  return keys;
}

/** Removes a key, which ends its tokens. Returns the other keys. */
export async function removeSigningKey(file: string, id: string): Promise<readonly SigningKey[]> {
  const keys = (await readKeyFile(file)).filter((key) => key.id !== id);
  await replaceKeyFile(file, keys);
  return keys;
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
    // A path through a file does not exist either; creating the folder reports it.
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return false;
    throw error;
  }
}

/** The finished file is linked into place: a killed process leaves no half of it, and of two that start one wins. */
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

/** Readers see the file as it was or as it will be. */
async function replaceKeyFile(file: string, keys: readonly SigningKey[]): Promise<void> {
  await rename(await writeDraft(file, keys), file);
}

async function writeDraft(file: string, keys: readonly SigningKey[]): Promise<string> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${formatKeys(keys)}\n`, { flag: 'wx', mode: 0o600, flush: true });
  return draft;
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
