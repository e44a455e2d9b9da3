import type { Context } from '../context.js';
import { DomainError, notFound } from '../domain-error.js';
import { FileUrlKeys } from './file-url-keys.js';
import { readSignedFile } from './read-file.js';
import { readPublicFile } from './read-public-file.js';
import { readSignedToken, type UnverifiedToken } from './signed-file-token.js';
import type { StoredFile } from './stores/stored-file.js';

export interface SharedFile {
  readonly file: StoredFile;
  /** Null for a public URL, which does not expire. */
  readonly expiresAt: Date | null;
}

type Dependencies = Pick<Context, 'database' | 'now'>;

/** Returns the file behind a URL of this service, public or signed. The token in the URL is all that the caller needs. */
export async function readFileByToken(dependencies: Dependencies, token: string): Promise<SharedFile> {
  const signed = readSignedToken(token);
  if (signed === undefined) {
    return { file: await readPublicFile(dependencies.database, token), expiresAt: null };
  }
  await verify(signed, dependencies);
  const { tenantId, fileId, expiresAt } = signed;
  return { file: await readSignedFile({ ...dependencies, tenantId }, fileId), expiresAt };
}

/** The signature comes first: only a URL that this service has signed is reported as expired. */
async function verify(token: UnverifiedToken, { database, now }: Dependencies): Promise<void> {
  const key = await FileUrlKeys.of(database).find(token.keyId, now());
  if (key === undefined || !token.isSignedWith(key.secret)) throw notFound('file');
  if (token.expiresAt <= now()) throw new DomainError('file_url_expired');
}
