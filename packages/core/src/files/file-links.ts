import type { Context } from '../context.js';
import { FileUrlKeys } from './file-url-keys.js';
import { writeSignedToken } from './signed-file-token.js';

/** Writes the URLs of the files of one tenant. */
export interface FileLinks {
  /** Returns a URL with which anyone can read the file until it expires. */
  sign(fileId: string): SignedUrl;
  /** Returns the public URL with this secret part; it does not expire. */
  publicUrlOf(token: string): string;
}

export interface SignedUrl {
  readonly url: string;
  readonly expiresAt: string;
}

const hour = 60 * 60 * 1_000;
const minLifetimeMs = 24 * hour;

/** Returns an object that signs URLs of files. `publicUrl` is the address of the service. */
export async function openFileLinks(
  { database, tenantId, now }: Pick<Context, 'database' | 'tenantId' | 'now'>,
  publicUrl: string,
): Promise<FileLinks> {
  const key = await FileUrlKeys.of(database).current(now());
  const base = `${publicUrl.replace(/(?<!\/)\/+$/, '')}/files/`;
  const expiresAt = expiryAt(now());
  return {
    sign: (fileId) => ({
      url: `${base}${writeSignedToken({ tenantId, fileId, expiresAt }, key)}`,
      expiresAt: expiresAt.toISOString(),
    }),
    publicUrlOf: (token) => `${base}${token}`,
  };
}

/** A URL expires at a full hour, so that the URL of a file stays the same for an hour and a browser can cache it. */
function expiryAt(now: Date): Date {
  return new Date(Math.ceil((now.getTime() + minLifetimeMs) / hour) * hour);
}
