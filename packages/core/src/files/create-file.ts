import type { Context } from '../context.js';
import { newId } from '../ids.js';
import { transact } from '../sql/transact.js';
import { requireRoomForBytes } from '../tenants/require-room.js';
import { cleanFileName } from './clean-file-name.js';
import type { FileRecord } from './file-record.js';
import { insertFile } from './insert-file.js';
import { type CheckedContent, sizeOf } from './stores/file-store.js';
import { withPlacedContent } from './with-placed-content.js';

interface NewFile extends CheckedContent {
  /** The name that the caller sent; misleading characters are removed. */
  readonly name: string | undefined;
  readonly contentType: string;
}

/** Stores a file. Only the tenant can read it until its public URL is requested. */
export function createFile(context: Context, { name, ...file }: NewFile): Promise<FileRecord> {
  return withPlacedContent(context, async (place) => {
    const content = await place(file);
    return transact(context, async (transaction) => {
      await requireRoomForBytes(transaction, context, sizeOf(content));
      return insertFile(transaction, context, { ...file, content, id: newId(), name: cleanFileName(name) });
    });
  });
}
