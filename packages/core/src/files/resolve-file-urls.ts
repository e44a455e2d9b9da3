import type { Context } from '../context.js';
import { isId } from '../ids.js';
import { formFor, lockingStatement } from '../sql/reading.js';
import type { Transaction } from '../sql/transact.js';
import type { ValidationErrors } from '../validation-errors.js';
import { isVisibleFile } from './is-visible-file.js';
import { readSignedToken } from './signed-file-token.js';

/** A file that the caller names by its id or by one of its URLs. */
export interface FileReference {
  readonly fileId?: string;
  /** The public URL of the file, or a signed one. */
  readonly url?: string;
}

export interface NamedUrl {
  readonly path: string;
  readonly url: string;
}

export interface FileUrls {
  readonly named: readonly NamedUrl[];
  /** The public URL of the service, with which the URLs of files start. */
  readonly publicUrl: string | undefined;
  readonly errors: Pick<ValidationErrors, 'add'>;
}

/**
 * Returns the ids of the tenant's files by their URLs, without fetching anything. Adds an error for every other URL. The
 * signature and the expiry of a signed URL do not matter here, because the tenant may use all its files, except
 * the results of exports.
 */
export async function resolveFileUrls(
  transaction: Transaction,
  { tenantId }: Context,
  { named, publicUrl = '', errors }: FileUrls,
): Promise<ReadonlyMap<string, string>> {
  if (named.length === 0) return new Map();
  const tokens = new Map(named.map(({ url }) => [url, readToken(url, publicUrl)]));
  const wanted = [...tokens.values()].filter((token) => token !== undefined);
  const signedIds = wanted.map((token) => fileIdIn(token, tenantId));
  const found = await transaction.sql(formFor(transaction, findByToken), [tenantId, wanted, signedIds]);
  const byToken = new Map(found.map(({ id, token }) => [token, id]));
  const ids = new Map<string, string>();
  for (const { path, url } of named) {
    const token = tokens.get(url);
    const id = byToken.get(token ?? '');
    if (token === undefined)
      errors.add(path, 'invalid_string', 'Must be the public URL of a file of this service');
    else if (id === undefined) errors.add(path, 'not_found', 'File not found');
    else ids.set(url, id);
  }
  return ids;
}

/** Returns the id of the file that a field names; null, with an error, when the file does not exist. */
export async function resolveFile(
  transaction: Transaction,
  context: Context,
  {
    reference,
    path,
    publicUrl,
    errors,
  }: Omit<FileUrls, 'named'> & { reference: FileReference; path: string },
): Promise<string | null> {
  const { fileId, url } = reference;
  if (url !== undefined) {
    const named = [{ path: `${path}.url`, url }];
    return (await resolveFileUrls(transaction, context, { named, publicUrl, errors })).get(url) ?? null;
  }
  const named = fileId && isId(fileId) ? [context.tenantId, fileId] : undefined;
  const [file] = named ? await transaction.sql(formFor(transaction, find), named) : [];
  if (file === undefined) errors.add(`${path}.fileId`, 'not_found', 'File not found');
  return file?.id ?? null;
}

/** Returns the file that a signed token of this tenant names; null for a public token. */
function fileIdIn(token: string, tenantId: string): string | null {
  const signed = readSignedToken(token);
  return signed?.tenantId === tenantId ? signed.fileId : null;
}

/** Returns the last part of the URL of a file of this service; undefined for any other URL. */
function readToken(text: string, publicUrl: string): string | undefined {
  if (!URL.canParse(text) || !URL.canParse(publicUrl)) return undefined;
  const url = new URL(text);
  const base = new URL(publicUrl);
  const start = `${base.pathname.replace(/(?<!\/)\/+$/, '')}/files/`;
  const isOurs = url.origin === base.origin && url.pathname.startsWith(start);
  if (!isOurs || url.username || url.password || url.search || url.hash) return undefined;
  const token = url.pathname.slice(start.length);
  return /^[\w-]{1,200}$/.test(token) ? token : undefined;
}

/** The lock prevents maintenance from removing a file to which this transaction is adding a reference. */
const findByToken = lockingStatement<{ id: string; token: string }>(
  'find-files-by-token',
  (keyShare) => `select id, token from (
     select id, public_token as token from files
     where tenant_id = $1::uuid and public_token = any ($2::text[]) and ${isVisibleFile('files')} ${keyShare}
   ) public
   union all select id, token from (
     select file.id, wanted.token from unnest($2::text[], $3::uuid[]) as wanted(token, id)
     join files file on file.tenant_id = $1::uuid and file.id = wanted.id and ${isVisibleFile('file')} ${keyShare && `${keyShare} of file`}
   ) signed`,
);

const find = lockingStatement<{ id: string }>(
  'find-named-file',
  (keyShare) =>
    `select id from files where tenant_id = $1::uuid and id = $2::uuid and ${isVisibleFile('files')} ${keyShare}`,
);
