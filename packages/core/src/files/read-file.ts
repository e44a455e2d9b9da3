import { type Statement, statement } from '@parley/database';
import type { Context } from '../context.js';
import { notFound } from '../domain-error.js';
import { isId } from '../ids.js';
import { isVisibleFile } from './is-visible-file.js';
import { type FileRow, fileColumns, openFile, type StoredFile } from './stores/stored-file.js';

/** Returns a file of the tenant. The result of an export is found by callers with the scope of exports. */
export function readFile(context: Context, fileId: string): Promise<StoredFile> {
  const { scopes } = context;
  const readsExports = scopes === undefined || scopes.has('*') || scopes.has('contact_exports:read');
  return open(context, readsExports ? findAny : findVisible, fileId);
}

/** Returns the file that a signed URL names. The URL of the result of an export was signed for a caller who may read it. */
export function readSignedFile(
  context: Pick<Context, 'database' | 'tenantId'>,
  fileId: string,
): Promise<StoredFile> {
  return open(context, findAny, fileId);
}

async function open(
  { database, tenantId }: Pick<Context, 'database' | 'tenantId'>,
  find: Statement<FileRow>,
  fileId: string,
): Promise<StoredFile> {
  const [file] = isId(fileId) ? await database.sql(find, [tenantId, fileId]) : [];
  if (file === undefined) throw notFound('file');
  return openFile(database, file);
}

const findAny = statement<FileRow>(
  'find-file-to-read',
  `select ${fileColumns} from files where tenant_id = $1::uuid and id = $2::uuid`,
);

const findVisible = statement<FileRow>(
  'find-visible-file-to-read',
  `select ${fileColumns} from files where tenant_id = $1::uuid and id = $2::uuid and ${isVisibleFile('files')}`,
);
