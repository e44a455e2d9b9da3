import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { notFound } from '../domain-error.js';
import { isId } from '../ids.js';
import { type FileRow, fileColumns, openFile, type StoredFile } from './stores/stored-file.js';

export async function readFile({ database, tenantId }: Context, fileId: string): Promise<StoredFile> {
  const [file] = isId(fileId) ? await database.sql(find, [tenantId, fileId]) : [];
  if (file === undefined) throw notFound('file');
  return openFile(database, file);
}

const find = statement<FileRow>(
  'find-file-to-read',
  `select ${fileColumns} from files where tenant_id = $1::uuid and id = $2::uuid`,
);
