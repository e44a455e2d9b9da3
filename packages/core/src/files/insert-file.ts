import { statement } from '@parley/database';
import type { Context } from '../context.js';
import type { Transaction } from '../sql/transact.js';
import { type FileRecord, fileJson } from './file-record.js';
import { adoptUpload, type StagedUpload } from './stage-upload.js';

export interface FileToInsert {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly checksum: string;
  readonly content: Buffer | StagedUpload;
}

/** Small enough that neither the driver nor a reader blocks others while it copies a chunk. */
export const fileChunkBytes = 256 * 1024;

/** Stores a private file and its bytes, as part of the caller's transaction. */
export async function insertFile(
  transaction: Transaction,
  context: Context,
  { id, name, contentType, checksum, content }: FileToInsert,
): Promise<FileRecord> {
  const { tenantId, now } = context;
  const size = sizeOf(content);
  const facts = [tenantId, now(), id, name, contentType, size, checksum];
  const first = Buffer.isBuffer(content) ? content.subarray(0, fileChunkBytes) : null;
  const [row] = await transaction.sql(insert, [...facts, first]);
  if (row === undefined) throw new Error('The statement that stores a file returned no row');
  if (Buffer.isBuffer(content)) {
    for (let startAt = fileChunkBytes; startAt < size; startAt += fileChunkBytes) {
      const bytes = content.subarray(startAt, startAt + fileChunkBytes);
      await transaction.sql(insertChunk, [tenantId, id, startAt, bytes]);
    }
  } else {
    await adoptUpload(transaction, context, { fileId: id, upload: content });
  }
  return row.record;
}

/** The size of a file whose bytes are in memory, or in the database after an upload in chunks. */
export function sizeOf(content: FileToInsert['content']): number {
  return Buffer.isBuffer(content) ? content.length : content.size;
}

/** This is SQL, because the bytes then go to the database without a conversion. */
const insert = statement<{ record: FileRecord }>(
  'insert-file',
  `with file as (
     insert into files (tenant_id, created_at, updated_at, id, name, content_type, size, checksum)
     values ($1::uuid, $2::timestamptz, $2::timestamptz, $3::uuid, $4::text, $5::text, $6::int, $7::text)
     returning *
   ), content as (
     insert into file_contents (tenant_id, file_id, bytes)
     select $1::uuid, id, $8::bytea from file where $8::bytea is not null
   )
   select ${fileJson('file')} as record from file`,
);

const insertChunk = statement(
  'insert-file-chunk',
  `insert into file_contents (tenant_id, file_id, start_at, bytes) values ($1::uuid, $2::uuid, $3::int, $4::bytea)`,
);
