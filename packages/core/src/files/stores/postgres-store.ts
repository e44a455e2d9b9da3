import { statement } from '@parley/database';
import { ContentIntake } from './content-intake.js';
import { type FileStore, fileChunkBytes, isReadable, isStoredObject } from './file-store.js';
import { adoptUpload } from './stage-upload.js';

/** Stores the bytes in chunks, in the transaction that creates the file. */
export const postgresStore: FileStore = {
  async place(context, { content }) {
    if (!isReadable(content)) return content;
    const intake = new ContentIntake(context);
    try {
      return (await intake.receive(content.readChunks())).content;
    } catch (error) {
      await intake.discard();
      throw error;
    }
  },

  async adopt(transaction, context, { fileId, content, storedBytes = 0 }) {
    if (isStoredObject(content)) throw new Error('PostgreSQL does not store an object');
    if (!Buffer.isBuffer(content)) return adoptUpload(transaction, context, { fileId, upload: content });
    for (let startAt = storedBytes; startAt < content.length; startAt += fileChunkBytes) {
      const bytes = content.subarray(startAt, startAt + fileChunkBytes);
      await transaction.sql(insertChunk, [context.tenantId, fileId, startAt, bytes]);
    }
  },

  async release({ sql }, _context, { tenantId, id }) {
    await sql(removeChunks, [tenantId, id]);
  },

  async read({ sql }, { tenantId, id }, { start, end }) {
    const size = Math.min(fileChunkBytes, end - start + 1);
    const [chunk] = await sql(readChunk, [tenantId, id, start, size]);
    return chunk && chunk.bytes.length > 0 ? chunk.bytes : undefined;
  },
};

const insertChunk = statement(
  'insert-file-chunk',
  `insert into file_contents (tenant_id, file_id, start_at, bytes) values ($1::uuid, $2::uuid, $3::int, $4::bytea)`,
);

const removeChunks = statement(
  'remove-chunks-of-file',
  'delete from file_contents where tenant_id = $1::uuid and file_id = $2::uuid',
);

/** Reads to the end of the stored chunk at most. The column is uncompressed, so that a part is read without the rest. */
const readChunk = statement<{ bytes: Buffer }>(
  'read-chunk-of-file',
  `select substring(bytes from $3::int - start_at + 1 for $4::int) as bytes
   from file_contents where tenant_id = $1::uuid and file_id = $2::uuid and start_at <= $3::int
   order by start_at desc limit 1`,
);
