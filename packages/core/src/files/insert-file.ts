import { statement } from '@parley/database';
import type { Context } from '../context.js';
import type { Transaction } from '../sql/transact.js';
import { type FileRecord, fileJson } from './file-record.js';

export interface FileToInsert {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly checksum: string;
  readonly bytes: Buffer;
  readonly publicToken: string | null;
}

/** Stores a file and its bytes, as part of the caller's transaction. */
export async function insertFile(
  { sql }: Transaction,
  { tenantId, now }: Context,
  { id, name, contentType, checksum, bytes, publicToken }: FileToInsert,
): Promise<FileRecord> {
  const facts = [id, name, contentType, bytes.length, checksum, publicToken];
  const [row] = await sql(insert, [tenantId, now(), ...facts, bytes]);
  if (row === undefined) throw new Error('The statement that stores a file returned no row');
  return row.record;
}

/** SQL, because the bytes go to the database once, as the driver has them. */
const insert = statement<{ record: FileRecord }>(
  'insert-file',
  `with file as (
     insert into files (tenant_id, created_at, updated_at, id, name, content_type, size, checksum, public_token)
     values ($1::uuid, $2::timestamptz, $2::timestamptz, $3::uuid, $4::text, $5::text, $6::int, $7::text, $8::text)
     returning *
   ), content as (
     insert into file_contents (tenant_id, file_id, bytes) select $1::uuid, id, $9::bytea from file
   )
   select ${fileJson('file')} as record from file`,
);
