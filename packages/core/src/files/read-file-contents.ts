import { statement } from '@parley/database';
import type { Context } from '../context.js';

/** Returns the bytes of files by their ids; deleted files are left out. */
export async function readFileContents(
  { database, tenantId }: Context,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  if (fileIds.length === 0) return new Map();
  const rows = await database.sql(read, [tenantId, fileIds]);
  return new Map(rows.map(({ id, bytes }) => [id, bytes]));
}

const read = statement<{ id: string; bytes: Buffer }>(
  'read-file-contents',
  `select file_id as id, bytes from file_contents where tenant_id = $1::uuid and file_id = any ($2::uuid[])`,
);
