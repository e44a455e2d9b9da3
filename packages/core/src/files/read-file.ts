import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { notFound } from '../domain-error.js';
import { isId } from '../ids.js';

export interface FileContent {
  readonly name: string;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly checksum: string;
  readonly bytes: Buffer;
}

export async function readFile({ database, tenantId }: Context, fileId: string): Promise<FileContent> {
  const [content] = isId(fileId) ? await database.sql(read, [tenantId, fileId]) : [];
  if (content === undefined) throw notFound('file');
  return content;
}

const read = statement<FileContent>(
  'read-file',
  `select file.name, file.checksum, content.bytes
   from files file
   join file_contents content on content.tenant_id = file.tenant_id and content.file_id = file.id
   where file.tenant_id = $1::uuid and file.id = $2::uuid`,
);
