import { type Database, statement } from '@parley/database';
import { notFound } from '../domain-error.js';

/** A file whose bytes are read in chunks, so that no file is held in memory as a whole. */
export interface StoredFile {
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly checksum: string;
  /** Reads all bytes, or those from `start` to `end`, both included. */
  readPortions(range?: { readonly start: number; readonly end: number }): AsyncGenerator<Buffer, void>;
}

export interface FileRow extends Omit<StoredFile, 'readPortions'> {
  readonly tenantId: string;
  readonly id: string;
}

export const fileColumns = `tenant_id as "tenantId", id, name, content_type as "contentType", size, checksum`;

const portionSize = 256 * 1024;

export function openFile({ sql }: Database, { tenantId, id, ...facts }: FileRow): StoredFile {
  return {
    ...facts,
    async *readPortions({ start, end } = { start: 0, end: facts.size - 1 }) {
      for (let at = start; at <= end; at += portionSize) {
        const size = Math.min(portionSize, end - at + 1);
        const [portion] = await sql(readPortion, [tenantId, id, at + 1, size]);
        // The file was deleted in between.
        if (portion === undefined) throw notFound('file');
        yield portion.bytes;
      }
    },
  };
}

/** The column is stored uncompressed, so that a chunk is read without the rest. */
const readPortion = statement<{ bytes: Buffer }>(
  'read-portion-of-file',
  `select substring(bytes from $3::int for $4::int) as bytes
   from file_contents where tenant_id = $1::uuid and file_id = $2::uuid`,
);
