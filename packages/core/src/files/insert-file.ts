import { statement } from '@parley/database';
import type { Context } from '../context.js';
import type { Transaction } from '../sql/transact.js';
import { type FileRecord, fileJson } from './file-record.js';
import { fileChunkBytes, isStoredObject, type PlacedContent, sizeOf } from './stores/file-store.js';
import { findStore } from './stores/find-store.js';

export interface FileToInsert {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly checksum: string;
  readonly content: PlacedContent;
  /** Whether a record that is already stored refers to it. */
  readonly isUsed?: boolean;
}

/** Stores a private file with its bytes, as part of the caller's transaction. */
export async function insertFile(
  transaction: Transaction,
  context: Context,
  { id, name, contentType, checksum, content, isUsed = false }: FileToInsert,
): Promise<FileRecord> {
  const { tenantId, now } = context;
  const objectKey = isStoredObject(content) ? content.objectKey : null;
  const facts = [tenantId, now(), id, name, contentType, sizeOf(content), checksum, objectKey];
  const first = Buffer.isBuffer(content) ? content.subarray(0, fileChunkBytes) : null;
  const [row] = await transaction.sql(insert, [...facts, first, isUsed]);
  if (row === undefined) throw new Error('The statement that stores a file returned no row');
  const store = findStore(objectKey === null ? 'postgres' : 's3');
  await store.adopt(transaction, context, { fileId: id, content, storedBytes: first?.length ?? 0 });
  return row.record;
}

/** This is SQL, because the bytes are then sent to the database without a conversion. */
const insert = statement<{ record: FileRecord }>(
  'insert-file',
  `with file as (
     insert into files (tenant_id, created_at, updated_at, id, name, content_type, size, checksum, object_key, is_used, store)
     values ($1::uuid, $2::timestamptz, $2::timestamptz, $3::uuid, $4::text, $5::text, $6::int, $7::text, $8::text, $10::boolean,
       case when $8::text is null then 'postgres' else 's3' end::file_store)
     returning *
   ), content as (
     insert into file_contents (tenant_id, file_id, bytes)
     select $1::uuid, id, $9::bytea from file where $9::bytea is not null
   )
   select ${fileJson('file')} as record from file`,
);
