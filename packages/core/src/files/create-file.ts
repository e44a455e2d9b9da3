import type { Context } from '../context.js';
import { newId } from '../ids.js';
import { transact } from '../sql/transact.js';
import { requireRoomForBytes } from '../tenants/require-room.js';
import { cleanFileName } from './clean-file-name.js';
import type { FileRecord } from './file-record.js';
import { insertFile, sizeOf } from './insert-file.js';
import type { StagedUpload } from './stage-upload.js';

interface NewFile {
  /** The name that the caller sent; misleading characters are removed. */
  readonly name: string | undefined;
  readonly contentType: string;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly checksum: string;
  readonly content: Buffer | StagedUpload;
}

/** Stores a file. Only the tenant can read it until its public URL is requested. */
export function createFile(context: Context, { name, ...file }: NewFile): Promise<FileRecord> {
  return transact(context, async (transaction) => {
    await requireRoomForBytes(transaction, context, sizeOf(file.content));
    return insertFile(transaction, context, {
      ...file,
      id: newId(),
      name: cleanFileName(name),
    });
  });
}
