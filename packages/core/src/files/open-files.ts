import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { type FileRow, fileColumns, openFile, type StoredFile } from './stores/stored-file.js';

/** Returns files by their ids, to be read in chunks; deleted files are left out. */
export async function openFiles(
  { database, tenantId }: Context,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, StoredFile>> {
  if (fileIds.length === 0) return new Map();
  const rows = await database.sql(find, [tenantId, fileIds]);
  return new Map(rows.map((row) => [row.id, openFile(database, row)]));
}

const find = statement<FileRow>(
  'find-files-to-read',
  `select ${fileColumns} from files where tenant_id = $1::uuid and id = any ($2::uuid[])`,
);
