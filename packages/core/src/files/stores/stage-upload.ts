import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import { newId } from '../../ids.js';
import type { Transaction } from '../../sql/transact.js';

/** The bytes of an upload that was received in chunks, before a file is created from them. */
export interface StagedUpload {
  readonly uploadId: string;
  readonly size: number;
}

/** Receives the bytes of a file in chunks, each in a transaction of its own, so that a slow caller holds no connection. */
export class UploadStage {
  readonly #context: Pick<Context, 'database' | 'tenantId' | 'now'>;
  readonly #uploadId = newId();
  #size = 0;

  constructor(context: Pick<Context, 'database' | 'tenantId' | 'now'>) {
    this.#context = context;
  }

  get upload(): StagedUpload {
    return { uploadId: this.#uploadId, size: this.#size };
  }

  async append(bytes: Buffer): Promise<void> {
    const { database, tenantId, now } = this.#context;
    const startAt = this.#size;
    this.#size += bytes.length;
    await database.sql(append, [tenantId, this.#uploadId, startAt, bytes, now()]);
  }

  /** Deletes the chunks, unless a file was created from them. */
  discard(): Promise<void> {
    return discardUpload(this.#context, this.upload);
  }
}

type UploadContext = Pick<Context, 'database' | 'tenantId'>;

/** Reads the chunks of an upload in their order. */
export async function* readUpload(
  { database, tenantId }: UploadContext,
  { uploadId, size }: StagedUpload,
): AsyncGenerator<Buffer, void> {
  for (let at = 0; at < size; ) {
    const [chunk] = await database.sql(read, [tenantId, uploadId, at]);
    if (chunk === undefined) throw new Error(lostChunks);
    at += chunk.bytes.length;
    yield chunk.bytes;
  }
}

export async function discardUpload(
  { database, tenantId }: UploadContext,
  { uploadId }: StagedUpload,
): Promise<void> {
  await database.sql(discard, [tenantId, uploadId]);
}

/** Turns the chunks of an upload into the chunks of a file, as part of the caller's transaction. */
export async function adoptUpload(
  { sql }: Transaction,
  { tenantId }: Pick<Context, 'tenantId'>,
  { fileId, upload }: { fileId: string; upload: StagedUpload },
): Promise<void> {
  const [row] = await sql(adopt, [tenantId, upload.uploadId, fileId]);
  if (Number(row?.size) !== upload.size) throw new Error(lostChunks);
}

/** A crash of the database clears the table, and maintenance removes old chunks. */
const lostChunks = 'The chunks of an upload no longer exist';

const append = statement(
  'append-upload-chunk',
  `insert into upload_chunks (tenant_id, upload_id, start_at, bytes, created_at)
   values ($1::uuid, $2::uuid, $3::int, $4::bytea, $5::timestamptz)`,
);

const read = statement<{ bytes: Buffer }>(
  'read-upload-chunk',
  `select bytes from upload_chunks
   where tenant_id = $1::uuid and upload_id = $2::uuid and start_at = $3::int`,
);

const discard = statement(
  'discard-upload',
  'delete from upload_chunks where tenant_id = $1::uuid and upload_id = $2::uuid',
);

const adopt = statement<{ size: number }>(
  'adopt-upload',
  `with chunk as (
     delete from upload_chunks where tenant_id = $1::uuid and upload_id = $2::uuid returning start_at, bytes
   ), content as (
     insert into file_contents (tenant_id, file_id, start_at, bytes)
     select $1::uuid, $3::uuid, start_at, bytes from chunk
   )
   select coalesce(sum(length(bytes)), 0)::int as size from chunk`,
);
