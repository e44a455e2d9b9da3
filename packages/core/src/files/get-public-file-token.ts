import { randomBytes } from 'node:crypto';
import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { notFound } from '../domain-error.js';
import { isId } from '../ids.js';
import { isVisibleFile } from './is-visible-file.js';

/** Returns the secret part of a file's public URL. The first request creates it. */
export async function getPublicFileToken({ database, tenantId }: Context, fileId: string): Promise<string> {
  if (!isId(fileId)) throw notFound('file');
  const [row] = await database.sql(ensureToken, [tenantId, fileId, newToken()]);
  if (row === undefined) throw notFound('file');
  return row.token;
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Writes only when there is no token yet. Of two concurrent requests, the second waits for the row, and `coalesce` is
 * evaluated again on what the first has committed.
 */
const ensureToken = statement<{ token: string }>(
  'ensure-public-file-token',
  `with found as (
     select public_token from files where tenant_id = $1::uuid and id = $2::uuid and ${isVisibleFile('files')}
   ), made as (
     update files set public_token = coalesce(files.public_token, $3::text)
     from found
     where files.tenant_id = $1::uuid and files.id = $2::uuid and found.public_token is null
     returning files.public_token
   )
   select coalesce(made.public_token, found.public_token) as token from found left join made on true`,
);
