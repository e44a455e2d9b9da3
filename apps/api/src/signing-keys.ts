import { createHmac, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { changeSecretFile, createSecretFile, readSecretFile } from '@parley/database/local';

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

/**
 * Returns the id of a signing key. The id is derived from the secret, so that all processes compute the same id. It
 * does not reveal the secret.
 */
export function signingKeyId(secret: string): string {
  return createHmac('sha256', secret).update('kid').digest('base64url').slice(0, 12);
}

/** Returns the key file of a local start. */
export function localKeyFile(dataDir: string): string {
  return join(dataDir, 'jwt-secret');
}

/**
 * Returns the keys of a local start. The file is created once, so that tokens survive a restart, and is readable by
 * this user only.
 */
export async function readLocalKeys(dataDir: string): Promise<readonly SigningKey[]> {
  const file = localKeyFile(dataDir);
  const isMissing = (await readSecretFile(file)) === undefined;
  if (isMissing) await createSecretFile(file, formatKeys([createKey(new Date())]));
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
    .map(({ secret, createdAt }) => `${[secret, ...(createdAt ? [createdAt] : [])].join('\t')}\n`)
    .join('');
}

function createKey(now: Date): SigningKey {
  const secret = createSecret();
  return { id: signingKeyId(secret), secret, createdAt: now.toISOString() };
}

/** Returns a secret whose id does not begin with a hyphen: a command would take such an id for an option. */
export function createSecret(): string {
  const secret = randomBytes(48).toString('base64url');
  return signingKeyId(secret).startsWith('-') ? createSecret() : secret;
}

function changeKeyFile(
  file: string,
  change: (keys: readonly SigningKey[]) => readonly SigningKey[],
): Promise<readonly SigningKey[]> {
  return changeSecretFile(file, async () => {
    const keys = change(await readKeyFile(file));
    return { text: formatKeys(keys), result: keys };
  });
}
