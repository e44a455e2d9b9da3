import { randomBytes } from 'node:crypto';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDataDir } from '@parley/database/local';

/** The least that HS256 requires (RFC 7518, section 3.2). */
const leastBytes = 32;

/** The secret of a local start. It is created once and readable by this user only, so that tokens outlive a restart. */
export async function readLocalSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'jwt-secret');
  const secret = (await readIfThere(file)) ?? (await createSecret(dataDir, file));
  if (Buffer.byteLength(secret) < leastBytes) {
    throw new Error(
      `${file} holds fewer than ${leastBytes} bytes, too few for a secret. Remove it and a new one is created; existing tokens end.`,
    );
  }
  return secret;
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    // A path through a file does not exist either; creating the folder reports it.
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined;
    throw error;
  }
}

/** The finished file is linked into place: a killed process leaves no half of it, and of two that start one wins. */
async function createSecret(dataDir: string, file: string): Promise<string> {
  await makeDataDir(dataDir);
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600, flush: true });
  try {
    await link(draft, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await unlink(draft);
  }
  return (await readFile(file, 'utf8')).trim();
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
