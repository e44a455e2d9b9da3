import { type Database, statement } from '@parley/database';
import { notFound } from '../domain-error.js';
import { fileChunkBytes } from './insert-file.js';

/** A file whose bytes are read in chunks, so that no file is held in memory as a whole. */
export interface StoredFile {
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly checksum: string;
  /** Reads all bytes, or those from `start` to `end`, both included. */
  readChunks(range?: { readonly start: number; readonly end: number }): AsyncGenerator<Buffer, void>;
}

export interface FileRow extends Omit<StoredFile, 'readChunks'> {
  readonly tenantId: string;
  readonly id: string;
}

export const fileColumns = `tenant_id as "tenantId", id, name, content_type as "contentType", size, checksum`;

export function openFile({ sql }: Database, { tenantId, id, ...facts }: FileRow): StoredFile {
  return {
    ...facts,
    async *readChunks({ start, end } = { start: 0, end: facts.size - 1 }) {
      for (let at = start; at <= end; ) {
        const size = Math.min(fileChunkBytes, end - at + 1);
        const [chunk] = await sql(readChunk, [tenantId, id, at, size]);
        // The file was deleted in between.
        if (chunk === undefined || chunk.bytes.length === 0) throw notFound('file');
        at += chunk.bytes.length;
        yield chunk.bytes;
      }
    },
  };
}

/** Reads to the end of the stored chunk at most. The column is uncompressed, so that a part is read without the rest. */
const readChunk = statement<{ bytes: Buffer }>(
  'read-chunk-of-file',
  `select substring(bytes from $3::int - start_at + 1 for $4::int) as bytes
   from file_contents where tenant_id = $1::uuid and file_id = $2::uuid and start_at <= $3::int
   order by start_at desc limit 1`,
);
