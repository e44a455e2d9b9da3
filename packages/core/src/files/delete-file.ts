import type { Context } from '../context.js';
import { isId } from '../ids.js';
import type { DeleteResult } from '../resources/delete-by-id.js';
import { transact } from '../sql/transact.js';
import { eraseVisibleFile } from './erase-files.js';

/** Deletes a file, even if records refer to it. */
export async function deleteFile(context: Context, fileId: string): Promise<DeleteResult> {
  const erased = isId(fileId)
    ? await transact(context, (transaction) => eraseVisibleFile(transaction, context, fileId))
    : [];
  return erased.length > 0
    ? { deletedIds: [fileId], notFoundIds: [] }
    : { deletedIds: [], notFoundIds: [fileId] };
}
