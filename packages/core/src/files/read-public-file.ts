import { type Database, statement } from '@parley/database';
import { notFound } from '../domain-error.js';
import { isVisibleFile } from './is-visible-file.js';
import { type FileRow, fileColumns, openFile, type StoredFile } from './stores/stored-file.js';

/**
 * Returns the file behind a public URL. There is no tenant to check: every caller who knows the token may read the
 * file.
 */
export async function readPublicFile(database: Database, token: string): Promise<StoredFile> {
  const [file] = isToken(token) ? await database.sql(find, [token]) : [];
  if (file === undefined) throw notFound('file');
  return openFile(database, file);
}

function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

const find = statement<FileRow>(
  'find-public-file',
  `select ${fileColumns} from files where public_token = $1::text and ${isVisibleFile('files', 'files.tenant_id')}`,
);
